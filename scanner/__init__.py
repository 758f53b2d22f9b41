"""The scanner: from pixels to cards."""

import os

# The matrices here are small: further threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
