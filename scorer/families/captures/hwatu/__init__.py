"""Hwatu as Korea plays them: taken at the end of a turn, with others' pi."""
