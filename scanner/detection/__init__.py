"""Where cards lie in a frame: proposals, their classification, suppression and refinement."""
