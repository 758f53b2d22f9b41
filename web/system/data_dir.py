"""置き場 okiba: the one folder that holds everything the companion remembers."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path


def ensure_data_dir(requested: str | Path | None = None) -> Path:
    """The folder of --data, else FUDAYOMI_DATA, else the platform's; made when missing, for its owner only.

    Source: machine interfaces, "State".
    """
    path = Path(requested or os.environ.get("FUDAYOMI_DATA") or user_data_path("fudayomi")).expanduser()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path
