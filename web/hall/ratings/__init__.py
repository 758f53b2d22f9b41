"""Ratings of the members, computed anew from everything that the hall has."""
