"""Training of the detector: scenes, targets, both networks."""
