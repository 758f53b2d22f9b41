"""Entry point of `/usr/bin/python3 scanner/picamera_daemon`.

It loads this folder as a package of its own, whatever lies beside the folder.
"""

import importlib.util
import sys
from pathlib import Path

if __name__ == "__main__":
    # Putting the parent folder on the path would let its files, or an environment's numpy, shadow the system's.
    folder = Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location(
        "feeder", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise SystemExit(f"{folder} is not a package")
    sys.modules["feeder"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["feeder"])
    importlib.import_module("feeder.main").main()
