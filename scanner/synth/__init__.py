"""Synthetic photographs of tables with cards, with exact ground truth."""
