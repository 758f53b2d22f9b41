"""手引き tebiki: what the guided walks ask of the worker: a grid of cards cut out, a table measured, a deck kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.enrolled.deck_file import kept, recogniser_of
from scanner.imaging.decode import encode_jpeg, shrink
from scanner.imaging.geometry import Pyramid, sides
from scanner.recognition.classifier import shipped
from scanner.recognition.features import Picture
from scanner.recognition.labels import alike
from scanner.setup.calibration import calibrated
from scanner.setup.grid_scan import cards_of
from scorer.discover import decks
from scorer.errors import Refusal

_CROP = 160  # pixels, the width of a card cut out
_SIDE = 1280  # the long side of the picture the host's phone gets

Told = tuple[dict[str, Any], bytes]


@dataclass(frozen=True, slots=True)
class Desk:
    """Answers of a worker whose data folder is `data`; every picture is (H, W, 3) uint8 BGR."""

    data: Path | None

    def kind_of(self, deck: str) -> str:
        """The kind of a deck named by its kind or as it was enrolled; `no_model` when there is none."""
        return deck if deck in decks() else recogniser_of(deck, self.data).kind

    def grid(self, frame: Picture, kind: str, codes: Sequence[str]) -> Told:
        """The cards laid out, at most as many as `codes` in that order: outlines (fractions of the picture), and
        `odd`: by place the code a card that is surely another one looks like. Body: the picture as JPEG, then each
        card as PNG; `sizes` are their bytes.
        """
        faces, quads = cards_of(frame, kind, max(1, len(codes)))
        height, width = frame.shape[:2]
        parts = [self._shown(frame), *(_png(face) for face in faces)]
        told = {
            "cards": [(quad / (width, height)).round(4).tolist() for quad in quads],
            "odd": _odd(faces, kind, codes) if len(faces) == len(codes) else {},
            "sizes": [len(part) for part in parts],
        }
        return told, b"".join(parts)

    def calibrate(self, frame: Picture, kind: str) -> Told:
        """What the picture says of camera and lamps; body: the picture as JPEG."""
        return calibrated(frame, kind).as_json(), self._shown(frame)

    def shelve(self, name: str, content: bytes) -> Told:
        """Keeps the deck in `content` under that name if it can be read; `bad_model`, `bad_name`."""
        if self.data is None:
            raise ValueError("a worker without a data folder keeps nothing")
        kept(name, self.data, content)
        return {}, b""

    @staticmethod
    def flatten(frame: Picture, corners: Sequence[Sequence[float]]) -> Told:
        """One card of a picture, its corners in pixels from the art's top left; body: it lying straight, as JPEG."""
        quad = np.asarray(corners, np.float32).reshape(4, 2)
        width, height = sides(quad)
        return {}, encode_jpeg(
            Pyramid(frame).flatten(quad, (_CROP, max(1, round(_CROP * height / max(width, 1.0))))), 95
        )

    @staticmethod
    def _shown(frame: Picture) -> bytes:
        return encode_jpeg(shrink(frame, _SIDE)[0], 82)


def _png(face: Picture) -> bytes:
    done, data = cv2.imencode(".png", face)
    if not done:
        raise ValueError("a card could not be written as a PNG")
    return data.tobytes()


def _odd(faces: Sequence[Picture], kind: str, codes: Sequence[str]) -> dict[str, str]:
    """Places whose card the shipped recogniser surely takes for another than the one that belongs there."""
    try:
        recogniser = shipped(kind)
    except Refusal:
        return {}
    small = [np.asarray(cv2.resize(face, recogniser.size, interpolation=cv2.INTER_AREA), np.uint8) for face in faces]
    group = alike(kind)
    return {
        str(place): verdict.face
        for place, (verdict, code) in enumerate(zip(recogniser.second_look(small), codes, strict=True))
        if verdict.margin >= recogniser.final.sure_margin and verdict.face not in group[code]
    }
