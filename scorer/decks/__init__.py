"""One file a deck, each with a `DECK`."""
