"""直し naoshi: cards that people corrected at the table, kept as small pictures beside their enrolled deck.

Standard library only. They never leave this machine, are few, and can be deleted at any time.
"""

from __future__ import annotations

import re
from pathlib import Path

from scanner.enrolled.store import deck_path
from scorer.decks import kind_of

MAX_PER_FACE = 3
"""Pictures kept of one face; the oldest makes room."""
MAX_PICTURES = 120

_FILE_NAME = re.compile(r"(.+)~(\d+)\.jpg")


def _folder(name: str, data: Path) -> Path:
    return deck_path(name, data).with_suffix(".corrected")


def _list_files(name: str, data: Path) -> list[tuple[int, str, Path]]:
    """Number, code and path of every picture, oldest first."""
    found = ((_FILE_NAME.fullmatch(path.name), path) for path in _folder(name, data).glob("*.jpg"))
    return sorted((int(parts[2]), parts[1], path) for parts, path in found if parts)


def add(name: str, data: Path, code: str, jpeg: bytes) -> None:
    """Keeps a picture of the card `code` of the deck `name`; OSError when the disk will not, `unknown_card`."""
    kind_of(code)
    files = _list_files(name, data)
    folder = _folder(name, data)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    number = files[-1][0] + 1 if files else 1
    beside = folder / "new.part"
    beside.write_bytes(jpeg)
    beside.replace(folder / f"{code}~{number}.jpg")
    same = [path for _, other, path in files if other == code]
    too_many = [path for _, _, path in files][: max(0, len(files) + 1 - MAX_PICTURES)]
    for path in {*same[: max(0, len(same) + 1 - MAX_PER_FACE)], *too_many}:
        path.unlink(missing_ok=True)


def load(name: str, data: Path) -> list[tuple[str, bytes]]:
    """Code and JPEG of every picture of that deck, oldest first."""
    return [(code, path.read_bytes()) for _, code, path in _list_files(name, data)]


def count(name: str, data: Path) -> int:
    """How many there are."""
    return len(_list_files(name, data))


def clear(name: str, data: Path) -> None:
    """Deletes them all."""
    for _, _, path in _list_files(name, data):
        path.unlink(missing_ok=True)


def clear_all(data: Path) -> None:
    """Deletes those of every deck: on a disk that is nearly full they are what can be spared first."""
    for folder in _folder("x", data).parent.glob("*.corrected"):
        for file in folder.glob("*.jpg"):
            file.unlink(missing_ok=True)
