# ruff: noqa: INP001  a script on its own, not a package
"""控え hikae: a nightly copy of the ledger, and the way back, with the standard library alone.

backup.py copy DATA           writes DATA/backups/ledger-<UTC time>.db, checked, and keeps the newest seven
backup.py restore DATA FILE   puts a copy back; the ledger that was there is kept beside it (stop the companion first)
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web.backups import copy, restore


def main(words: list[str]) -> None:
    """Runs one of the two."""
    try:
        match words:
            case ["copy", data]:
                print(copy(Path(data)))
            case ["restore", data, file]:
                print(f"the ledger that was there is in {restore(Path(data), Path(file))}")
            case _:
                raise SystemExit(__doc__)
    except OSError as wrong:
        raise SystemExit(str(wrong)) from None


if __name__ == "__main__":
    main(sys.argv[1:])
