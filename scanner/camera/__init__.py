"""Cameras: V4L2 controls, fixed exposure, the client of the Pi's camera daemon."""
