"""The indices in the corners of Western cards, read from near by."""
