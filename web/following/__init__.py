"""Rounds that the camera follows, from rests of the table to a draft."""
