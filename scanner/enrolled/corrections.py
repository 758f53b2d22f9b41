"""Pictures of corrected cards, stored beside their enrolled deck.

Standard library only. The pictures never leave this machine, are few, and can be deleted at any time.
"""

from __future__ import annotations

import re
from pathlib import Path

from scanner.enrolled.store import deck_path
from scorer.decks import kind_of

MAX_PER_FACE = 3
"""Pictures of one face. The oldest is deleted for a new one."""
MAX_PICTURES = 120
"""Pictures of one deck, so that they stay few. The oldest is deleted for a new one."""

_FILE_NAME = re.compile(r"(.+)~(\d+)\.jpg")


def _folder(name: str, data: Path) -> Path:
    return deck_path(name, data).with_suffix(".corrected")


def _list_files(name: str, data: Path) -> list[tuple[int, str, Path]]:
    """Number, code and path of every picture, oldest first."""
    matches = ((_FILE_NAME.fullmatch(path.name), path) for path in _folder(name, data).glob("*.jpg"))
    return sorted((int(match[2]), match[1], path) for match, path in matches if match)


def add(name: str, data: Path, code: str, jpeg: bytes) -> None:
    """Store a picture of the card `code` of the deck `name`. Raises `unknown_card`, and OSError if the disk fails."""
    kind_of(code)
    files = _list_files(name, data)
    folder = _folder(name, data)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number = files[-1][0] + 1 if files else 1
    part = folder / "new.part"
    part.write_bytes(jpeg)
    part.replace(folder / f"{code}~{number}.jpg")
    same_face = [path for _, file_code, path in files if file_code == code]
    excess = [path for _, _, path in files][: max(0, len(files) + 1 - MAX_PICTURES)]
    for path in {*same_face[: max(0, len(same_face) + 1 - MAX_PER_FACE)], *excess}:
        path.unlink(missing_ok=True)


def load(name: str, data: Path) -> list[tuple[str, bytes]]:
    """Code and JPEG of every picture of the deck, oldest first."""
    return [(code, path.read_bytes()) for _, code, path in _list_files(name, data)]


def count(name: str, data: Path) -> int:
    """Number of pictures of the deck."""
    return len(_list_files(name, data))


def clear(name: str, data: Path) -> None:
    """Delete all pictures of the deck."""
    for _, _, path in _list_files(name, data):
        path.unlink(missing_ok=True)


def clear_all(data: Path) -> None:
    """Delete the pictures of every deck. On a nearly full disk they are the first files to give up."""
    for folder in _folder("x", data).parent.glob("*.corrected"):
        for file in folder.glob("*.jpg"):
            file.unlink(missing_ok=True)
