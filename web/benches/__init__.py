"""One file a benchmark, each with a `COMMAND`: figures, never a verdict."""
