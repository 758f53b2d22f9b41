"""札箱 fudabako: the decks enrolled at this table, by what their files say of themselves; standard library only.

The page's process lists decks and hands their files on without ever opening an array.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorer.discover import decks
from scorer.errors import Refusal, shown
from scorer.texts import Text

LARGEST = 20_000_000
MANIFEST = "manifest"
GRID = 12
LABEL_SUFFIX = ".label"
MOST_SIGNS = 32
"""What people call a deck is at most so long, in a file of that suffix beside it."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_MOST_WORDS = 256 * 1024
_MOST_PAIRS = 12


@dataclass(frozen=True, slots=True)
class Shelved:
    """One enrolled deck. `named`, `sure`, `silent`: shares 0..1 of the views it was tried on, None when it says none.

    `near`: pairs of faces that look most alike, nearest first. `missing`: codes of faces nobody showed it.
    """

    name: str
    kind: str
    named: float | None
    sure: float | None
    silent: float | None
    near: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]
    label: str
    """What people call it: its name until they say otherwise."""

    def as_json(self) -> dict[str, Any]:
        """The deck as the page lists it."""
        return {
            "name": self.name,
            "label": self.label,
            "kind": self.kind,
            "named": self.named,
            "sure": self.sure,
            "silent": self.silent,
            "near": [list(pair) for pair in self.near],
            "missing": list(self.missing),
        }


def could_be(name: str) -> bool:
    """Whether a deck's file may be called so: 1 to 32 small letters, digits and hyphens.

    >>> could_be("our-deck"), could_be("../x")
    (True, False)
    """
    return bool(_NAME.fullmatch(name))


def checked_name(name: str) -> str:
    """`name` if a deck may be called so: 1 to 32 small letters, digits and hyphens, and not a kind; else `bad_name`."""
    if not could_be(name):
        raise Refusal(
            "bad_name",
            Text(
                f"“{shown(name)}” cannot be a deck's name: use 1 to 32 small letters, digits and hyphens",
                f"「{shown(name)}」は札の名前にできません。英小文字・数字・ハイフンで32文字までにしてください",
            ),
        )
    if name in decks():
        raise Refusal(
            "bad_name",
            Text(
                f"“{name}” is a kind of deck; give your own deck another name",
                f"「{name}」は札の種類の名前です。別の名前を付けてください",
            ),
        )
    return name


def file_of(name: str, data: Path) -> Path:
    """Where in the data folder a deck of that name is kept, whether there is one or not; `bad_name`."""
    return data / "decks" / f"{checked_name(name)}.npz"


def enrolled(data: Path) -> tuple[str, ...]:
    """Names of the decks learned so far, sorted."""
    return tuple(sorted(file.stem for file in (data / "decks").glob("*.npz") if could_be(file.stem)))


def shelf(data: Path) -> tuple[Shelved, ...]:
    """The decks learned so far by name; a file that does not say what it is, is left out."""
    found = (_shelved(name, data / "decks" / f"{name}.npz") for name in enrolled(data))
    return tuple(deck for deck in found if deck is not None)


def _shelved(name: str, path: Path) -> Shelved | None:
    try:
        manifest = _manifest(path)
        faces = decks()[manifest["kind"]].faces
        held, labels = manifest.get("held_out", {}), set(manifest["labels"])
        near = tuple((str(one), str(two)) for one, two, *_ in manifest.get("near", [])[:_MOST_PAIRS])
        return Shelved(
            name,
            manifest["kind"],
            _share(held, "named"),
            _share(held, "sure"),
            _share(held, "silent"),
            tuple(pair for pair in near if set(pair) <= set(faces)),
            tuple(code for code in faces if code not in labels),
            _label(path) or name,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, NotImplementedError):
        return None


def _label(path: Path) -> str:
    try:
        label = path.with_suffix(LABEL_SUFFIX).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return label if len(label) <= MOST_SIGNS and label.isprintable() else ""


def _share(held: Mapping[str, object], key: str) -> float | None:
    value = held.get(key)
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _manifest(path: Path) -> dict[str, Any]:
    """The JSON in the file's array of bytes; it stands behind the header every .npy file has."""
    with zipfile.ZipFile(path) as members:
        name = f"{MANIFEST}.npy"
        if members.getinfo(name).file_size > _MOST_WORDS:
            raise ValueError("too large")
        content = members.read(name)
    if content[:7] != b"\x93NUMPY\x01":
        raise ValueError("no array")
    data = json.loads(content[10 + int.from_bytes(content[8:10], "little") :])
    if not isinstance(data, dict):
        raise TypeError("no manifest")
    return data


def laid_order(kind: str) -> tuple[str, ...]:
    """The codes of a deck in the order its cards are laid out; those without a number come last.

    >>> laid_order("hanafuda")[:3]
    ('h01-1', 'h01-2', 'h01-3')
    """
    deck = decks()[kind]
    pack = deck.pack()
    return tuple(sorted(pack, key=lambda code: deck.faces[code].number == 0))


def laid_counts(kind: str) -> tuple[int, ...]:
    """How many cards a laid-out deck may have, most first: all, or all but those without a number."""
    deck = decks()[kind]
    order = laid_order(kind)
    return tuple(sorted({len(order), sum(deck.faces[code].number > 0 for code in order)}, reverse=True))
