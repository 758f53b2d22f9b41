"""Refine: each outline onto its card, and what of the card shows.

A small network looks at a crop around every proposed outline. It says where the card's corners are, which cells of the
crop show the card and not what lies over it, whether there is a card at all, and whether it lies face down.
"""

from __future__ import annotations

import cv2
import numpy as np

from scanner.detection.detection import Detection
from scanner.imaging.geometry import NEXT_CORNER, ImagePyramid, Quad, expand_quad, rectangle, side_vectors
from scanner.imaging.onnx_session import Floats, OnnxSession, to_input
from scanner.imaging.profiling import stage

CROP_SIZE = (64, 96)
"""Width and height in pixels of the crops."""
MARGIN_WIDTHS = 0.25
"""What a crop shows around the outline on each side, in widths of the outline."""
MASK_SIZE = (CROP_SIZE[0] // 4, CROP_SIZE[1] // 4)
"""Columns and rows of cells of a mask."""
_NUMBERS = 11
"""Numbers a crop: eight offsets, card, back, error."""
BATCH_SIZE = 16
"""Crops that run at once: more take no less time each, but more memory."""

_UNIT_SQUARE = rectangle(1, 1)
"""The corners (4, 2) of a crop in shares 0..1 of its width and height."""


def to_crop(quad: Quad, outline: Quad) -> Floats:
    """The corners (4, 2) of a quad in the crop along `outline`, in shares 0..1 of its width and height."""
    matrix = cv2.getPerspectiveTransform(outline.astype(np.float32), _UNIT_SQUARE)
    return np.asarray(cv2.perspectiveTransform(quad.astype(np.float32)[None], matrix)[0], np.float32)


def from_crop(corners: Floats, outline: Quad) -> Quad:
    """The quad in frame pixels whose corners in the crop along `outline` are these: the reverse of `to_crop`."""
    matrix = cv2.getPerspectiveTransform(_UNIT_SQUARE, outline.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(corners.astype(np.float32)[None], matrix)[0], np.float32)


class RefinementNetwork:
    """The network in the bytes of an ONNX file. `ValueError` for bytes that hold no such network."""

    def __init__(self, data: bytes) -> None:
        self._session = OnnxSession(data)
        width, height = CROP_SIZE
        outputs = self._session.run(np.zeros((1, 3, height, width), np.float32))
        if [output.shape for output in outputs] != [(1, _NUMBERS), (1, 1, MASK_SIZE[1], MASK_SIZE[0])]:
            raise ValueError("no network that refines outlines")
        if not all(np.isfinite(output).all() for output in outputs):
            raise ValueError("a network without finite numbers")

    @stage("refine")
    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        """What it sees around outlines in frame pixels, clockwise from the start of what is to be a short side.

        What it moves to no convex outline is left out.
        """
        found = []
        for start in range(0, len(quads), BATCH_SIZE):
            outlines = [expand_quad(quad, MARGIN_WIDTHS) for quad in quads[start : start + BATCH_SIZE]]
            crops = np.stack([pyramid.rectify(outline, CROP_SIZE) for outline in outlines])
            outputs = self._session.run(to_input(crops))
            for quad, outline, numbers, mask in zip(quads[start:], outlines, *outputs, strict=False):
                moved = from_crop(to_crop(quad, outline) + numbers[:8].reshape(4, 2), outline)
                if _is_convex(moved):
                    found.append(Detection(moved, mask[0], outline, *numbers[8:].tolist()))
        return found


def _is_convex(quad: Quad) -> bool:
    """Whether a clockwise outline is convex and of some size."""
    sides = side_vectors(quad)
    after = sides[NEXT_CORNER]
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 1.0).all())
