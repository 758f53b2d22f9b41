"""Routes of the hall that answer JSON, discovered."""
