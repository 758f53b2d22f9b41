"""One file a group of routes that answer HTML, each with a `BLUEPRINT`."""
