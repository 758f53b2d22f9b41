"""Fixtures for the scanner: painted cards, tables, a tiny model."""

from tests.support.painted_cards import card_folders, lay, painted, shared, table, tiny_model

__all__ = ["card_folders", "lay", "painted", "shared", "table", "tiny_model"]
