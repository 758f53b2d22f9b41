"""Where cards lie in a frame: proposals, suppression, refinement."""
