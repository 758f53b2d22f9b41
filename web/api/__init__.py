"""Routes that answer JSON: one group a file, each with a `BLUEPRINT`."""
