"""The scanner: from pixels to cards."""

import os

# The matrices here are small: further threads would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# ONNX Runtime reports its use to its maker and keeps a lasting device id unless this is set before it is loaded.
# Every module of the scanner is loaded after this one, and processes started from here inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
