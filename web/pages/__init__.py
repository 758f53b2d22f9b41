"""Routes that answer HTML: one group a file, each with a `BLUEPRINT`."""
