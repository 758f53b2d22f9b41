"""Accounts of a round: each change explained as a move of the game or as a misreading, now or earlier."""
