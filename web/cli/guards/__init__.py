"""Guards of the eyes: their pictures, and what is better or worse."""
