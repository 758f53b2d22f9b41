"""Rounds of captures as a camera follows them: positions, moves, films."""
