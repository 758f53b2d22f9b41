"""What changes on a table from frame to frame: motion, fusion, tracker, table state."""
