"""Play of a round: moves, the loop that plays them, practice."""
