"""The table's way to a hall: joining, what is unsent, sending it."""
