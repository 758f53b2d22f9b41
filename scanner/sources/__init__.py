"""One file a picture source."""
