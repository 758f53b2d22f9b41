"""The data folder, which holds everything the server stores."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def ensure_data_dir(requested: str | Path | None = None) -> Path:
    """The data folder, created for its owner only if it is missing.

    It is `requested` (option --data), else FUDAYOMI_DATA, else the platform's. Source: machine interfaces, "State".
    """
    path = Path(requested or os.environ.get("FUDAYOMI_DATA") or user_data_path("fudayomi")).expanduser()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path
