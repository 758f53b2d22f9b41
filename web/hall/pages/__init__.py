"""Routes of the hall that answer HTML, discovered."""
