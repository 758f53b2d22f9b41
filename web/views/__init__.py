"""One file a group of pages."""
