"""Rounds half entered, by several phones, over a kill of the process."""
