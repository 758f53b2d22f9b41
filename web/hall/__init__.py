"""The hall: many tables send their ledgers to one database and one page."""
