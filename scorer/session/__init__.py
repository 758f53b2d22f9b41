"""An evening as a fold of its events."""
