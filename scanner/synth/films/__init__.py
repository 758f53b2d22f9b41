"""Films of rounds played on a drawn table, with their truth."""
