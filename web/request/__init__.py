"""Services that need the current Flask request."""
