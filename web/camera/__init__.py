"""The table's camera as the page uses it."""
