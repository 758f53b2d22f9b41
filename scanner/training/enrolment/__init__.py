"""Learning one table's own deck."""
