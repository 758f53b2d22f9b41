"""Wizard steps in the worker: scan a grid, calibrate, import a deck."""

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
from scanner.recognition.model_io import shipped_classifier
from scanner.setup.camera_check import assess_camera_setup
from scanner.setup.grid_scan import extract_cards
from scorer.decks import decks
from scorer.errors import Refusal

_CROP_WIDTH_PX = 160
"""Pixels, the width of the crop of a corrected card. Training reduces it further."""
_PREVIEW_SIDE_PX = 1280
"""Pixels, the long side of the picture that the host's phone gets, enough for its screen."""

WizardAnswer = tuple[dict[str, Any], bytes]
"""The JSON and the body of an answer."""


@dataclass(frozen=True, slots=True)
class WizardHandler:
    """The wizard's operations in a worker with the data folder `data`. Every picture is (H, W, 3) uint8 BGR."""

    data: Path | None

    def kind_of(self, deck: str) -> str:
        """The kind of a deck, given as a kind or as the name of an enrolled deck. `no_model` when there is none."""
        return deck if deck in decks() else load_deck_classifier(deck, self.data).kind

    def scan_grid(self, frame: ColorImage, kind: str, codes: Sequence[str]) -> WizardAnswer:
        """Scan a grid of at most as many cards as `codes`, which lists them in order.

        The JSON holds `cards`, their outlines as fractions of the picture, and `odd`, by position the code of every
        card that is surely not the expected one. The body is the picture as JPEG, followed by each card as PNG.
        `sizes` are their lengths in bytes.
        """
        faces, quads = extract_cards(frame, kind, max(1, len(codes)))
        height, width = frame.shape[:2]
        parts = [self._encode_preview(frame), *(_encode_png(face) for face in faces)]
        answer = {
            "cards": [(quad / (width, height)).round(4).tolist() for quad in quads],
            "odd": _find_mismatches(faces, kind, codes) if len(faces) == len(codes) else {},
            "sizes": [len(part) for part in parts],
        }
        return answer, b"".join(parts)

    def calibrate(self, frame: ColorImage, kind: str) -> WizardAnswer:
        """Check camera and lamps by the picture. The body is the picture as JPEG."""
        return assess_camera_setup(frame, kind).as_json(), self._encode_preview(frame)

    def import_deck(self, name: str, content: bytes) -> WizardAnswer:
        """Save the deck in `content` under that name if it can be read. Raises `bad_model`, `bad_name`."""
        if self.data is None:
            raise ValueError("a worker without a data folder keeps nothing")
        save_deck(name, self.data, content)
        return {}, b""

    @staticmethod
    def flatten(frame: ColorImage, corners: Sequence[Sequence[float]]) -> WizardAnswer:
        """Crop one card of a picture. The body is the rectified card as JPEG.

        `corners` are in pixels, clockwise from the top left of the card's art.
        """
        quad = np.asarray(corners, np.float32).reshape(4, 2)
        width, height = quad_size(quad)
        size = (_CROP_WIDTH_PX, max(1, round(_CROP_WIDTH_PX * height / max(width, 1.0))))
        return {}, encode_jpeg(ImagePyramid(frame).rectify(quad, size), 95)

    @staticmethod
    def _encode_preview(frame: ColorImage) -> bytes:
        return encode_jpeg(shrink(frame, _PREVIEW_SIDE_PX)[0], 82)


def _encode_png(face: ColorImage) -> bytes:
    success, data = cv2.imencode(".png", face)
    if not success:
        raise ValueError("a card could not be written as a PNG")
    return data.tobytes()


def _find_mismatches(faces: Sequence[ColorImage], kind: str, codes: Sequence[str]) -> dict[str, str]:
    """Positions at which the shipped classifier is sure of another card than the expected one, and that card's code."""
    try:
        classifier = shipped_classifier(kind)
    except Refusal:
        return {}
    crops = np.stack([cv2.resize(face, classifier.crop_size, interpolation=cv2.INTER_AREA) for face in faces])
    predictions = classifier.classify(np.asarray(crops, np.uint8), np.full(crops.shape[:3], 255, np.uint8))
    equivalents = decks()[kind].same_faces
    return {
        str(position): prediction.face
        for position, (prediction, code) in enumerate(zip(predictions, codes, strict=True))
        if classifier.is_sure(prediction) and prediction.face not in equivalents[code]
    }
