"""The evening under way: draft, rounds, seats, broadcast."""
