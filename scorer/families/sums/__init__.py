"""Play of games in which cards laid before each seat are added up."""
