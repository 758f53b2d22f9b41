"""面 omote: where the synthetic table takes its cards from: the project's drawings or a folder of labelled pictures."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.art import rasterise
from scanner.imaging import decode
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text

_PX_PER_MM = 8.0  # pixels per mm of the faces kept: finer than any table picture shows them


class Faces(Protocol):
    """One physical deck."""

    @property
    def kind(self) -> str:
        """The kind of deck its codes belong to."""
        ...

    @property
    def name(self) -> str:
        """What the truth calls it."""
        ...

    @property
    def border_description(self) -> str:
        """Its border in words, for the truth."""
        ...

    def texture(self, code: str) -> NDArray[np.uint8]:
        """(H, W, 4) uint8 BGRA of a face, of the back when `code` is ""; the art upright, the card to its edge."""
        ...

    def codes(self) -> tuple[str, ...]:
        """The pack's physical cards, as codes, copies repeated."""
        ...


@dataclass(frozen=True)
class DrawnFaces:
    """The project's own drawings of one kind of deck."""

    kind: str
    border_description: str = "as drawn"

    @property
    def name(self) -> str:
        """The kind: there is one drawn deck of each."""
        return self.kind

    def texture(self, code: str) -> NDArray[np.uint8]:
        """The drawing, 8 pixels a millimetre."""
        return rasterise(code or self.kind, round(decks()[self.kind].size_mm[0] * _PX_PER_MM))

    def codes(self) -> tuple[str, ...]:
        """The full pack."""
        return decks()[self.kind].pack()


@dataclass(frozen=True)
class FolderFaces:
    """A folder of one picture a face with `labels.csv` (`file,card,notes`); faces without a border get one.

    `edge`: border's width in mm (0: the pictures show the whole card) and `colour` BGR. The back, when the folder has
    none, is of that one colour. Raises Refusal("bad_image") for a folder that cannot be read.
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
        """In words, for the truth."""
        return f"{self.border_mm:g} mm" if self.border_mm else "as pictured"

    @cached_property
    def _textures(self) -> dict[str, NDArray[np.uint8]]:
        labels = self.folder / "labels.csv"
        try:
            rows = list(csv.DictReader(labels.read_text(encoding="utf-8").splitlines()))
            return {row["card"]: self._to_texture((self.folder / row["file"]).read_bytes()) for row in reversed(rows)}
        except (OSError, KeyError, UnicodeDecodeError) as wrong:
            raise Refusal(
                "bad_image",
                Text(
                    f"{labels} with columns file and card, and its pictures, cannot be read.",
                    f"{labels}（file列とcard列）とその画像を読み込めません。",
                ),
            ) from wrong

    def _to_texture(self, data: bytes) -> NDArray[np.uint8]:
        width, height = (round(side * _PX_PER_MM) for side in decks()[self.kind].size_mm)
        edge = round(self.border_mm * _PX_PER_MM)
        art = cv2.resize(decode.decode(data), (width - 2 * edge, height - 2 * edge), interpolation=cv2.INTER_AREA)
        card = np.full((height, width, 4), (*self.border_colour, 255), np.uint8)
        card[edge : height - edge, edge : width - edge, :3] = art
        card[:, :, 3] = rounded_mask(height, width, radius=round(1.4 * _PX_PER_MM))
        return card

    def texture(self, code: str) -> NDArray[np.uint8]:
        """The face's picture in its border; the back a plain colour."""
        if code:
            return self._textures[code]
        back = next(iter(self._textures.values())).copy()
        back[:, :, :3] = (34, 32, 116)
        return back

    def codes(self) -> tuple[str, ...]:
        """The cards of the full pack that have a picture."""
        return tuple(code for code in decks()[self.kind].pack() if code in self._textures)


def rounded_mask(height: int, width: int, radius: int) -> NDArray[np.uint8]:
    """A mask (height, width) 0..255 of a sheet whose corners are round, `radius` in pixels."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, cv2.FILLED)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return mask
