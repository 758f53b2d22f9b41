"""Accounts of a round: each change is a move of the game or a misreading."""
