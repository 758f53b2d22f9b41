"""The decks of this table: their files, their folder, the corrections kept with them."""
