"""Deals of tricks as a camera follows them: tricks, moves, films."""
