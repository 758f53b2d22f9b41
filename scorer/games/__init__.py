"""One file a game, each with a `GAME`."""
