"""Evenings of the past, and the people who played them."""
