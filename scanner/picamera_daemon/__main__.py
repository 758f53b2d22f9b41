"""`/usr/bin/python3 scanner/picamera_daemon`: this folder as a package of its own, whatever lies beside it."""

import importlib.util
import sys
from pathlib import Path

if __name__ == "__main__":
    # Putting the parent folder on the path would let its files, or an environment's numpy, shadow the system's.
    here = Path(__file__).resolve().parent
    found = importlib.util.spec_from_file_location(
        "feeder", here / "__init__.py", submodule_search_locations=[str(here)]
    )
    if found is None or found.loader is None:
        raise SystemExit(f"{here} is not a package")
    sys.modules["feeder"] = importlib.util.module_from_spec(found)
    found.loader.exec_module(sys.modules["feeder"])
    importlib.import_module("feeder.main").main()
