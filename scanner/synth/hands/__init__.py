"""Fans of cards and the hands that hold them."""
