"""Runs the camera daemon with the stand-in beside this file."""

import runpy
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    feeder = sys.argv.pop(1)
    runpy.run_path(feeder, run_name="__main__")
