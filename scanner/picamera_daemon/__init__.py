"""Daemon process that holds the Pi's camera, run by the system's Python.

The distribution's picamera2 is built against the distribution's numpy, which does not mix with a virtual environment's.
So this folder needs nothing but that Python, its numpy and its picamera2. It imports nothing else of ours and can be
copied as it is.
"""
