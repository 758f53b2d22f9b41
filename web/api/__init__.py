"""One file a group of routes that answer JSON, each with a `BLUEPRINT`."""
