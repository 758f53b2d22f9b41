"""The table from picture to picture: what rests, which card is which."""
