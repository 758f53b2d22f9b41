"""Live pages of the hall, sent to every phone that watches."""
