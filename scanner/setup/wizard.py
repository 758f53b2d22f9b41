"""手引き tebiki: what the guided walks ask of the worker: a grid of cards cut out, a table measured, a deck kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from scanner.enrolled.deck_file import load_deck_classifier, save_deck
from scanner.imaging.decode import encode_jpeg, shrink
from scanner.imaging.geometry import ImagePyramid, quad_size
from scanner.imaging.image import ColorImage
from scanner.recognition.labels import equivalent_codes
from scanner.recognition.model_io import shipped_classifier
from scanner.setup.calibration import assess_camera_setup
from scanner.setup.grid_scan import extract_cards
from scorer.decks import decks
from scorer.errors import Refusal

_CROP_WIDTH_PX = 160  # pixels, the width of a card cut out
_PREVIEW_SIDE_PX = 1280  # the long side of the picture the host's phone gets

WizardAnswer = tuple[dict[str, Any], bytes]


@dataclass(frozen=True, slots=True)
class WizardHandler:
    """Answers of a worker whose data folder is `data`; every picture is (H, W, 3) uint8 BGR."""

    data: Path | None

    def kind_of(self, deck: str) -> str:
        """The kind of a deck named by its kind or as it was enrolled; `no_model` when there is none."""
        return deck if deck in decks() else load_deck_classifier(deck, self.data).kind

    def scan_grid(self, frame: ColorImage, kind: str, codes: Sequence[str]) -> WizardAnswer:
        """The cards laid out, at most as many as `codes` in that order: outlines (fractions of the picture), and
        `odd`: by place the code a card that is surely another one looks like. Body: the picture as JPEG, then each
        card as PNG; `sizes` are their bytes.
        """
        faces, quads = extract_cards(frame, kind, max(1, len(codes)))
        height, width = frame.shape[:2]
        parts = [self._encode_preview(frame), *(_encode_png(face) for face in faces)]
        told = {
            "cards": [(quad / (width, height)).round(4).tolist() for quad in quads],
            "odd": _find_mismatches(faces, kind, codes) if len(faces) == len(codes) else {},
            "sizes": [len(part) for part in parts],
        }
        return told, b"".join(parts)

    def calibrate(self, frame: ColorImage, kind: str) -> WizardAnswer:
        """What the picture says of camera and lamps; body: the picture as JPEG."""
        return assess_camera_setup(frame, kind).as_json(), self._encode_preview(frame)

    def import_deck(self, name: str, content: bytes) -> WizardAnswer:
        """Keeps the deck in `content` under that name if it can be read; `bad_model`, `bad_name`."""
        if self.data is None:
            raise ValueError("a worker without a data folder keeps nothing")
        save_deck(name, self.data, content)
        return {}, b""

    @staticmethod
    def flatten(frame: ColorImage, corners: Sequence[Sequence[float]]) -> WizardAnswer:
        """One card of a picture, its corners in pixels from the art's top left; body: it lying straight, as JPEG."""
        quad = np.asarray(corners, np.float32).reshape(4, 2)
        width, height = quad_size(quad)
        return {}, encode_jpeg(
            ImagePyramid(frame).rectify(
                quad, (_CROP_WIDTH_PX, max(1, round(_CROP_WIDTH_PX * height / max(width, 1.0))))
            ),
            95,
        )

    @staticmethod
    def _encode_preview(frame: ColorImage) -> bytes:
        return encode_jpeg(shrink(frame, _PREVIEW_SIDE_PX)[0], 82)


def _encode_png(face: ColorImage) -> bytes:
    done, data = cv2.imencode(".png", face)
    if not done:
        raise ValueError("a card could not be written as a PNG")
    return data.tobytes()


def _find_mismatches(faces: Sequence[ColorImage], kind: str, codes: Sequence[str]) -> dict[str, str]:
    """Places whose card the shipped recogniser surely takes for another than the one that belongs there."""
    try:
        recogniser = shipped_classifier(kind)
    except Refusal:
        return {}
    small = [
        np.asarray(cv2.resize(face, recogniser.crop_size, interpolation=cv2.INTER_AREA), np.uint8) for face in faces
    ]
    group = equivalent_codes(kind)
    return {
        str(place): verdict.face
        for place, (verdict, code) in enumerate(zip(recogniser.classify_with_cnn(small), codes, strict=True))
        if verdict.margin >= recogniser.final_calibration.sure_margin and verdict.face not in group[code]
    }
