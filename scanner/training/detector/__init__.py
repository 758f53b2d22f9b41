"""Training of the proposal network."""
