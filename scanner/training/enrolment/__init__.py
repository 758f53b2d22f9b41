"""Training of a classifier for one enrolled deck."""
