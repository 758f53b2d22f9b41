"""Store of enrolled decks: names, listing, labels, deletion, grid order.

Standard library only, so that the web process can list decks and serve their files without reading an array.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorer.decks import decks
from scorer.errors import Refusal, safe_repr
from scorer.json_input import parse_json
from scorer.texts import Text

MAX_DECK_BYTES = 20_000_000
"""Bytes of a deck's file and of its unpacked arrays. A damaged or hostile file cannot fill memory or disk."""
MANIFEST_KEY = "manifest"
"""Name of the array that holds a deck file's manifest as JSON."""
CARDS_PER_GRID = 12
"""Cards that lie on the table in one picture of a deck to enrol. More would be too small in the picture."""
LABEL_SUFFIX = ".label"
"""Suffix of the text file beside a deck that holds the label people gave it."""
MAX_LABEL_CHARS = 32
"""Characters of a deck's label, so that it fits the page's lists."""
_NAME_PATTERN = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_MAX_MANIFEST_BYTES = 256 * 1024
"""Bytes of a manifest. A larger one is not read, because the web process parses every manifest for its lists."""
COMPRESSIONS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""Ways a deck's arrays may be packed: those that NumPy writes. Others unpack a few bytes into gigabytes at once."""
_MAX_NEAREST_PAIRS = 12
"""Pairs of similar faces that are listed, the most similar ones."""


def is_valid_name(name: str) -> bool:
    """Whether a deck's file may have that name: 1 to 32 small letters, digits and hyphens.

    >>> is_valid_name("our-deck"), is_valid_name("../x")
    (True, False)
    """
    return bool(_NAME_PATTERN.fullmatch(name))


def require_valid_name(name: str) -> str:
    """Return `name` if a deck may have it: 1 to 32 small letters, digits and hyphens, and no kind. Else `bad_name`."""
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
    """Path of the deck of that name in the data folder, whether it exists or not. Raises `bad_name`."""
    return data / "decks" / f"{require_valid_name(name)}.npz"


@dataclass(frozen=True, slots=True)
class EnrolledDeck:
    """An enrolled deck as its file describes it.

    `accuracy`, `sure_share`, `confident_error_share`: shares 0..1 of the held-out views, None where the file has none.
    `nearest_pairs`: the most similar pairs of faces, most similar first. `missing_faces`: codes of the faces without a
    picture.
    """

    name: str
    kind: str
    accuracy: float | None
    sure_share: float | None
    confident_error_share: float | None
    nearest_pairs: tuple[tuple[str, str], ...]
    missing_faces: tuple[str, ...]
    label: str
    """The deck's label: its name until people give it another."""

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


def list_names(data: Path) -> tuple[str, ...]:
    """Names of the enrolled decks, sorted."""
    files = (file for file in (data / "decks").glob("*.npz") if is_valid_name(file.stem) and file.is_file())
    return tuple(sorted(file.stem for file in files))


def list_decks(data: Path) -> tuple[EnrolledDeck, ...]:
    """The enrolled decks, sorted by name. A file with an unreadable manifest is left out, whatever is wrong."""
    candidates = (read_deck(name, data / "decks" / f"{name}.npz") for name in list_names(data))
    return tuple(deck for deck in candidates if deck is not None)


def read_deck(name: str, path: Path) -> EnrolledDeck | None:
    """The deck that a file describes, None if its manifest cannot be read."""
    try:
        manifest = _read_manifest(path)
        faces = decks()[manifest["kind"]].faces
        held_out, labels = manifest.get("held_out", {}), set(manifest["labels"])
        pairs = tuple((str(first), str(second)) for first, second, *_ in manifest.get("near", [])[:_MAX_NEAREST_PAIRS])
        return EnrolledDeck(
            name,
            manifest["kind"],
            _parse_share(held_out, "named"),
            _parse_share(held_out, "sure"),
            _parse_share(held_out, "silent"),
            tuple(pair for pair in pairs if set(pair) <= set(faces)),
            tuple(code for code in decks()[manifest["kind"]].copies if code not in labels),
            _read_label(path) or name,
        )
    except Exception:  # a file may come from anybody, and reading archives raises more kinds than anybody can list
        return None


def _read_label(path: Path) -> str:
    try:
        label = path.with_suffix(LABEL_SUFFIX).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""
    return label if len(label) <= MAX_LABEL_CHARS and label.isprintable() else ""


def _parse_share(held_out: Mapping[str, object], key: str) -> float | None:
    value = held_out.get(key)
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def _read_manifest(path: Path) -> dict[str, Any]:
    """The manifest in the file's array of bytes. Its JSON follows the header that every .npy file has."""
    with zipfile.ZipFile(path) as members:
        name = f"{MANIFEST_KEY}.npy"
        member = members.getinfo(name)
        if member.file_size > _MAX_MANIFEST_BYTES or member.compress_type not in COMPRESSIONS:
            raise ValueError("too large, or packed as no deck is")
        content = members.read(name)
    if content[:7] != b"\x93NUMPY\x01":
        raise ValueError("no array")
    data = parse_json(content[10 + int.from_bytes(content[8:10], "little") :])
    if not isinstance(data, dict):
        raise TypeError("no manifest")
    return data


def set_label(name: str, data: Path, label: str) -> None:
    """Show `label` to people in place of the deck's name, or the name again if `label` is empty.

    The deck's file and its name stay as they are. Raises `bad_name` for more than 32 characters or for unprintable
    ones, `not_found` without such a deck, and OSError if the disk fails.
    """
    path = deck_path(name, data)
    if not path.exists():
        raise deck_not_found()
    label = label.strip()
    if len(label) > MAX_LABEL_CHARS or not label.isprintable():
        raise Refusal(
            "bad_name",
            Text(
                f"A deck is called by at most {MAX_LABEL_CHARS} signs in one line",
                f"札の呼び名は{MAX_LABEL_CHARS}文字までの一行にしてください",
            ),
        )
    label_path = path.with_suffix(LABEL_SUFFIX)
    if not label:
        label_path.unlink(missing_ok=True)
        return
    new_path = path.with_suffix(".new-label")
    new_path.write_text(label, encoding="utf-8")
    new_path.replace(label_path)


def delete_deck(name: str, data: Path) -> None:
    """Delete the deck, its label and the pictures of its corrected cards. Raises `not_found`, OSError."""
    path = deck_path(name, data)
    try:
        path.unlink()
    except FileNotFoundError:
        raise deck_not_found() from None
    path.with_suffix(LABEL_SUFFIX).unlink(missing_ok=True)
    shutil.rmtree(path.with_suffix(".corrected"), ignore_errors=True)


def deck_not_found() -> Refusal:
    """The refusal for a name under which no deck is enrolled."""
    return Refusal("not_found", Text("There is no deck of that name", "その名前の札はありません"))


def grid_order(kind: str) -> tuple[str, ...]:
    """The codes of a deck in the order in which its cards are laid out. Cards without a number come last.

    >>> grid_order("hanafuda")[:3]
    ('h01-1', 'h01-2', 'h01-3')
    """
    deck = decks()[kind]
    pack = deck.pack()
    return tuple(sorted(pack, key=lambda code: deck.faces[code].number == 0))


def grid_card_counts(kind: str) -> tuple[int, ...]:
    """Possible numbers of cards in a laid-out deck, largest first: all cards, or all that have a number."""
    deck = decks()[kind]
    order = grid_order(kind)
    return tuple(sorted({len(order), sum(deck.faces[code].number > 0 for code in order)}, reverse=True))
