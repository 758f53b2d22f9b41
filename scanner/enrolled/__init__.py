"""Enrolled decks of this table: store, files, corrected cards."""
