"""Cameras: V4L2 controls, exposure lock, client of the camera daemon."""
