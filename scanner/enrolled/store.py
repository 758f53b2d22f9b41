"""札箱 fudabako: the decks enrolled at this table, by what their files say of themselves; standard library only.

The page's process lists decks and hands their files on without ever opening an array.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.texts import Text

MAX_DECK_BYTES = 20_000_000
MANIFEST_KEY = "manifest"
CARDS_PER_GRID = 12
LABEL_SUFFIX = ".label"
MAX_LABEL_CHARS = 32
"""What people call a deck is at most so long, in a file of that suffix beside it."""
_NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_MAX_MANIFEST_BYTES = 256 * 1024
_MAX_NEAREST_PAIRS = 12


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """One enrolled deck. `named`, `sure`, `silent`: shares 0..1 of the views it was tried on, None when it says none.

    `near`: pairs of faces that look most alike, nearest first. `missing`: codes of faces nobody showed it.
    """

    name: str
    kind: str
    accuracy: float | None
    sure_share: float | None
    confident_error_share: float | None
    nearest_pairs: tuple[tuple[str, str], ...]
    missing_faces: tuple[str, ...]
    label: str
    """What people call it: its name until they say otherwise."""

    def as_json(self) -> dict[str, Any]:
        """The deck as the page lists it."""
        return {
            "name": self.name,
            "label": self.label,
            "kind": self.kind,
            "named": self.accuracy,
            "sure": self.sure_share,
            "silent": self.confident_error_share,
            "near": [list(pair) for pair in self.nearest_pairs],
            "missing": list(self.missing_faces),
        }


def is_valid_name(name: str) -> bool:
    """Whether a deck's file may be called so: 1 to 32 small letters, digits and hyphens.

    >>> is_valid_name("our-deck"), is_valid_name("../x")
    (True, False)
    """
    return bool(_NAME_PATTERN.fullmatch(name))


def require_valid_name(name: str) -> str:
    """`name` if a deck may be called so: 1 to 32 small letters, digits and hyphens, and not a kind; else `bad_name`."""
    if not is_valid_name(name):
        raise Refusal(
            "bad_name",
            Text(
                f"“{safe_repr(name)}” cannot be a deck's name: use 1 to 32 small letters, digits and hyphens",
                f"「{safe_repr(name)}」は札の名前にできません。英小文字・数字・ハイフンで32文字までにしてください",
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


def deck_path(name: str, data: Path) -> Path:
    """Where in the data folder a deck of that name is kept, whether there is one or not; `bad_name`."""
    return data / "decks" / f"{require_valid_name(name)}.npz"


def list_names(data: Path) -> tuple[str, ...]:
    """Names of the decks learned so far, sorted."""
    return tuple(sorted(file.stem for file in (data / "decks").glob("*.npz") if is_valid_name(file.stem)))


def list_decks(data: Path) -> tuple[EnrolledDeck, ...]:
    """The decks learned so far by name; a file that does not say what it is, is left out."""
    found = (_read_deck(name, data / "decks" / f"{name}.npz") for name in list_names(data))
    return tuple(deck for deck in found if deck is not None)


def _read_deck(name: str, path: Path) -> EnrolledDeck | None:
    try:
        manifest = _read_manifest(path)
        faces = decks()[manifest["kind"]].faces
        held, labels = manifest.get("held_out", {}), set(manifest["labels"])
        near = tuple((str(one), str(two)) for one, two, *_ in manifest.get("near", [])[:_MAX_NEAREST_PAIRS])
        return EnrolledDeck(
            name,
            manifest["kind"],
            _parse_share(held, "named"),
            _parse_share(held, "sure"),
            _parse_share(held, "silent"),
            tuple(pair for pair in near if set(pair) <= set(faces)),
            tuple(code for code in faces if code not in labels),
            _read_label(path) or name,
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, NotImplementedError):
        return None


def _read_label(path: Path) -> str:
    try:
        label = path.with_suffix(LABEL_SUFFIX).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return label if len(label) <= MAX_LABEL_CHARS and label.isprintable() else ""


def _parse_share(held: Mapping[str, object], key: str) -> float | None:
    value = held.get(key)
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _read_manifest(path: Path) -> dict[str, Any]:
    """The JSON in the file's array of bytes; it stands behind the header every .npy file has."""
    with zipfile.ZipFile(path) as members:
        name = f"{MANIFEST_KEY}.npy"
        if members.getinfo(name).file_size > _MAX_MANIFEST_BYTES:
            raise ValueError("too large")
        content = members.read(name)
    if content[:7] != b"\x93NUMPY\x01":
        raise ValueError("no array")
    data = json.loads(content[10 + int.from_bytes(content[8:10], "little") :])
    if not isinstance(data, dict):
        raise TypeError("no manifest")
    return data


def grid_order(kind: str) -> tuple[str, ...]:
    """The codes of a deck in the order its cards are laid out; those without a number come last.

    >>> grid_order("hanafuda")[:3]
    ('h01-1', 'h01-2', 'h01-3')
    """
    deck = decks()[kind]
    pack = deck.pack()
    return tuple(sorted(pack, key=lambda code: deck.faces[code].number == 0))


def grid_card_counts(kind: str) -> tuple[int, ...]:
    """How many cards a laid-out deck may have, most first: all, or all but those without a number."""
    deck = decks()[kind]
    order = grid_order(kind)
    return tuple(sorted({len(order), sum(deck.faces[code].number > 0 for code in order)}, reverse=True))


def _deck_not_found() -> Refusal:
    return Refusal("not_found", Text("there is no deck of that name", "その名前の札はありません"))


def set_label(name: str, data: Path, label: str) -> None:
    """Has people see `label` for the deck `name`, whose file and code stay as they are; empty: its own name again.

    `bad_name` for more than 32 signs or signs that do not show, `not_found` without such a deck; OSError when the
    disk will not.
    """
    path = deck_path(name, data)
    if not path.exists():
        raise _deck_not_found()
    label = label.strip()
    if len(label) > MAX_LABEL_CHARS or not label.isprintable():
        raise Refusal(
            "bad_name",
            Text(
                f"a deck is called by at most {MAX_LABEL_CHARS} signs in one line",
                f"札の呼び名は{MAX_LABEL_CHARS}文字までの一行にしてください",
            ),
        )
    kept = path.with_suffix(LABEL_SUFFIX)
    if not label:
        kept.unlink(missing_ok=True)
        return
    beside = path.with_suffix(".new-label")
    beside.write_text(label, encoding="utf-8")
    beside.replace(kept)


def delete_deck(name: str, data: Path) -> None:
    """Deletes the deck, what it was called and the pictures corrected with it; `not_found`, OSError."""
    path = deck_path(name, data)
    try:
        path.unlink()
    except FileNotFoundError:
        raise _deck_not_found() from None
    path.with_suffix(LABEL_SUFFIX).unlink(missing_ok=True)
    shutil.rmtree(path.with_suffix(".corrected"), ignore_errors=True)
