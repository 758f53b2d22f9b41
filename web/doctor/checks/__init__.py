"""One file a check of `fudayomi doctor`."""
