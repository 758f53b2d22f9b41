"""Face textures of synthetic cards: drawings, or a folder of pictures."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.art import pack_of, rasterise
from scanner.imaging import decode
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_PX_PER_MM = 8.0
"""Pixels per mm of the textures, finer than any picture of a table shows them."""


class Faces(Protocol):
    """The faces of one physical deck."""

    @property
    def kind(self) -> str:
        """The kind of deck its codes belong to."""
        ...

    @property
    def name(self) -> str:
        """The deck's name in the ground truth."""
        ...

    @property
    def border_description(self) -> str:
        """The border in words, for the ground truth."""
        ...

    def texture(self, code: str) -> NDArray[np.uint8]:
        """(H, W, 4) uint8 BGRA of a face, or of the back if `code` is "": the whole card, its art upright."""
        ...

    def codes(self) -> tuple[str, ...]:
        """The codes of all physical cards of the pack, copies repeated."""
        ...


@dataclass(frozen=True)
class DrawnFaces:
    """The project's own drawings of one kind of deck, in its usual or another pattern."""

    kind: str
    border_description: str = "as drawn"
    pattern: str = ""

    @property
    def name(self) -> str:
        """The kind, and the pattern where it is another one."""
        return f"{self.kind}-{self.pattern}" if self.pattern else self.kind

    def texture(self, code: str) -> NDArray[np.uint8]:
        """The drawing at 8 pixels a millimetre."""
        return rasterise(code or self.kind, round(decks()[self.kind].size_mm[0] * _PX_PER_MM), self.pattern)

    def codes(self) -> tuple[str, ...]:
        """The full pack."""
        return pack_of(self.kind, self.pattern)


def _unreadable(folder: Path) -> Refusal:
    labels = folder / "labels.csv"
    return Refusal(
        "bad_image",
        Text(
            f"{labels} with columns file and card, and its pictures, cannot be read.",
            f"{labels}（file列とcard列）とその画像を読み込めません。",
        ),
    )


def _read_labels(folder: Path) -> list[tuple[str, str]]:
    """File and code of each picture of a folder. Refusal("bad_image") if its labels cannot be read."""
    try:
        rows = csv.DictReader((folder / "labels.csv").read_text(encoding="utf-8").splitlines())
        return [(row["file"], row["card"]) for row in rows]
    except (OSError, KeyError, UnicodeDecodeError) as error:
        raise _unreadable(folder) from error


def kind_of_folder(folder: Path) -> str:
    """The kind of deck that most codes in a folder's labels belong to. Refusal("bad_image") if they name none."""
    codes = {code for _, code in _read_labels(folder)}
    known = {kind: len(codes & set(deck.pack())) for kind, deck in decks().items()}
    kind = max(known, key=lambda name: known[name])
    if not known[kind]:
        raise _unreadable(folder)
    return kind


@dataclass(frozen=True)
class FolderFaces:
    """A folder with one picture of each face and `labels.csv` (`file,card,notes`). Faces may get a border added.

    `border_mm`: width of the added border in mm, 0 if the pictures show the whole card. `border_colour`: BGR. The back
    is a plain red. Raises Refusal("bad_image") for a folder that cannot be read.
    """

    folder: Path
    kind: str
    border_mm: float = 0.0
    border_colour: tuple[int, int, int] = (30, 28, 30)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def border_description(self) -> str:
        """The border in words, for the ground truth."""
        return f"{self.border_mm:g} mm" if self.border_mm else "as pictured"

    @cached_property
    def _textures(self) -> dict[str, NDArray[np.uint8]]:
        rows = _read_labels(self.folder)
        try:
            return {code: self._to_texture((self.folder / file).read_bytes()) for file, code in reversed(rows)}
        except OSError as error:
            raise _unreadable(self.folder) from error

    def _to_texture(self, data: bytes) -> NDArray[np.uint8]:
        width, height = (round(side * _PX_PER_MM) for side in decks()[self.kind].size_mm)
        border = round(self.border_mm * _PX_PER_MM)
        art = cv2.resize(decode.decode(data), (width - 2 * border, height - 2 * border), interpolation=cv2.INTER_AREA)
        card = np.full((height, width, 4), (*self.border_colour, 255), np.uint8)
        card[border : height - border, border : width - border, :3] = art
        card[:, :, 3] = rounded_mask(height, width, radius=round(1.4 * _PX_PER_MM))
        return card

    def texture(self, code: str) -> NDArray[np.uint8]:
        """The face's picture with its border, or a back of one colour."""
        if code:
            return self._textures[code]
        back = next(iter(self._textures.values())).copy()
        back[:, :, :3] = (34, 32, 116)
        return back

    def codes(self) -> tuple[str, ...]:
        """The codes of the full pack that have a picture."""
        return tuple(code for code in decks()[self.kind].pack() if code in self._textures)


def rounded_mask(height: int, width: int, radius: int) -> NDArray[np.uint8]:
    """A mask (height, width) 0..255 of a sheet with round corners, `radius` in pixels."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, cv2.FILLED)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return mask
