"""What comes in from outside, looked at before any game reads it."""
