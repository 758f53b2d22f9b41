"""The data folder, which holds everything the server stores."""

from __future__ import annotations

import glob
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from web.system.environment import data_folder, table_database
from web.system.watchdog import is_logged_to_journal

_PRIVATE_FILES = ("ledger.*", "hall.db*", "rounds.log*", "draft.json", "backups/*", "ledger-before-*/*")
"""Files of a table or a hall, which hold its keys and PIN, and what people played."""


def keep_private(folder: Path, patterns: Iterable[str] = _PRIVATE_FILES) -> None:
    """Let this process write files for their owner only, and take from others what those in the folder allow them."""
    os.umask(0o077)
    for file in (file for pattern in patterns for file in folder.glob(pattern)):
        with suppress(OSError):
            if not file.is_symlink() and file.stat().st_mode & 0o077:
                file.chmod(0o700 if file.is_dir() else 0o600)


def keep_database_private(url: str) -> None:
    """The same for the database of `url`, wherever its file lies."""
    if url.startswith("sqlite:///"):
        file = Path(url.removeprefix("sqlite:///"))
        keep_private(file.parent, (f"{glob.escape(file.name)}*",))


def find_data_dir(requested: str | Path | None = None) -> Path:
    """The data folder as an absolute path, whether it is there or not.

    It is `requested` (option --data), else FUDAYOMI_DATA, else the platform's.
    """
    return Path(requested or data_folder() or user_data_path("fudayomi")).expanduser().absolute()


def ensure_data_dir(requested: str | Path | None = None) -> Path:
    """The same, created for its owner only if it is missing. What is written from now on is so, too."""
    path = find_data_dir(requested)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(path)
    return path


def ledger_url(find_data_dir: Callable[[], Path]) -> str:
    """URL of the ledger's database: FUDAYOMI_DATABASE, else a file in the data folder, which only then is asked for."""
    return table_database() or f"sqlite:///{find_data_dir() / 'ledger.db'}"


def public_pin_command(data_dir: Path | None) -> str:
    """The same for pages, which everybody in the network sees: without the names of folders of this machine."""
    if is_logged_to_journal():
        return "sudo fudayomi pin --reset"
    return "fudayomi pin --reset" + ("" if _is_usual(data_dir) else " --data FOLDER")


def pin_reset_command(data_dir: Path | None) -> str:
    """The whole command that draws a new PIN for the table with that data folder, as it is typed at its machine."""
    if is_logged_to_journal():
        return "sudo fudayomi pin --reset"  # the command of the service knows its folder
    started = Path(sys.argv[0])
    is_found = shutil.which("fudayomi") is not None or started.name != "fudayomi"
    program = "fudayomi" if is_found else shlex.quote(str(started.absolute()))
    folder = "" if _is_usual(data_dir) else f" --data {shlex.quote(str(data_dir and data_dir.absolute()))}"
    return f"{program} pin --reset{folder}"


def _is_usual(data_dir: Path | None) -> bool:
    """Whether the command line finds that folder by itself."""
    return data_dir is None or data_dir.absolute() == user_data_path("fudayomi").absolute()
