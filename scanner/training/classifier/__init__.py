"""Training of the card classifiers."""
