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

from scanner.art import raster
from scanner.imaging import decode
from scanner.imaging.geometry import CARD_MM
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text

_FINE = 8.0  # pixels per mm of the faces kept: finer than any table picture shows them


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
    def border(self) -> str:
        """Its border in words, for the truth."""
        ...

    def pixels(self, code: str) -> NDArray[np.uint8]:
        """(H, W, 4) uint8 BGRA of a face, of the back when `code` is ""; the art upright, the card to its edge."""
        ...

    def codes(self) -> tuple[str, ...]:
        """The pack's physical cards, as codes, copies repeated."""
        ...


@dataclass(frozen=True)
class DrawnFaces:
    """The project's own drawings of one kind of deck."""

    kind: str
    border: str = "as drawn"

    @property
    def name(self) -> str:
        """The kind: there is one drawn deck of each."""
        return self.kind

    def pixels(self, code: str) -> NDArray[np.uint8]:
        """The drawing, 8 pixels a millimetre."""
        return raster(code or self.kind, round(CARD_MM[self.kind][0] * _FINE))

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
    edge: float = 0.0
    colour: tuple[int, int, int] = (30, 28, 30)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def border(self) -> str:
        """In words, for the truth."""
        return f"{self.edge:g} mm" if self.edge else "as pictured"

    @cached_property
    def _pictures(self) -> dict[str, NDArray[np.uint8]]:
        labels = self.folder / "labels.csv"
        try:
            rows = list(csv.DictReader(labels.read_text(encoding="utf-8").splitlines()))
            return {row["card"]: self._bordered((self.folder / row["file"]).read_bytes()) for row in reversed(rows)}
        except (OSError, KeyError, UnicodeDecodeError) as wrong:
            raise Refusal(
                "bad_image",
                Text(
                    f"{labels} with columns file and card, and its pictures, cannot be read.",
                    f"{labels}（file列とcard列）とその画像を読み込めません。",
                ),
            ) from wrong

    def _bordered(self, data: bytes) -> NDArray[np.uint8]:
        width, height = (round(side * _FINE) for side in CARD_MM[self.kind])
        edge = round(self.edge * _FINE)
        art = cv2.resize(decode.decode(data), (width - 2 * edge, height - 2 * edge), interpolation=cv2.INTER_AREA)
        card = np.full((height, width, 4), (*self.colour, 255), np.uint8)
        card[edge : height - edge, edge : width - edge, :3] = art
        card[:, :, 3] = rounded(height, width, radius=round(1.4 * _FINE))
        return card

    def pixels(self, code: str) -> NDArray[np.uint8]:
        """The face's picture in its border; the back a plain colour."""
        if code:
            return self._pictures[code]
        back = next(iter(self._pictures.values())).copy()
        back[:, :, :3] = (34, 32, 116)
        return back

    def codes(self) -> tuple[str, ...]:
        """The cards of the full pack that have a picture."""
        return tuple(code for code in decks()[self.kind].pack() if code in self._pictures)


def rounded(height: int, width: int, radius: int) -> NDArray[np.uint8]:
    """A mask (height, width) 0..255 of a sheet whose corners are round, `radius` in pixels."""
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, cv2.FILLED)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, cv2.FILLED)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, cv2.FILLED, cv2.LINE_AA)
    return mask
