"""Outlines and masks of training views as the detector itself gives them.

A classifier that learns from drawn masks alone is less sure of the masks that it gets: they are wrong in other ways.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from scanner.detection.detection import Detection
from scanner.detection.detector import REFINEMENTS, CardDetector
from scanner.imaging.geometry import ImagePyramid, Quad
from scanner.recognition.crops import Mask
from scanner.synth.backgrounds import Rng

_PROPOSAL_SHIFT_WIDTHS = 0.08
"""Standard deviation, in card widths, of the place of an outline that the detection network proposes."""
_PROPOSAL_CORNER_WIDTHS = 0.05
"""Standard deviation, in card widths, of each of its corners."""
_MAX_ERROR_WIDTHS = 0.25
"""Mean error of the corners, in card widths, up to which the detector has found this card and not another."""
MaskOfSize = Callable[[tuple[int, int]], Mask]
"""What gives the mask (height, width) of a crop of a size (width, height)."""


def detect_card(detector: CardDetector, photo: ImagePyramid, outline: Quad, rng: Rng) -> tuple[Quad, MaskOfSize] | None:
    """The outline (4, 2) and the mask that the detector gives a card at `outline`, in pixels; None if it finds none.

    It begins with an outline as inexact as a proposal. The result starts at the same corner as `outline`.
    """
    width = float(np.linalg.norm(outline[1] - outline[0]))
    errors = rng.normal(0, _PROPOSAL_SHIFT_WIDTHS, (1, 2)) + rng.normal(0, _PROPOSAL_CORNER_WIDTHS, (4, 2))
    quad = (outline + errors * width).astype(np.float32)
    found: Detection | None = None
    for _ in range(REFINEMENTS):
        found = _refine(detector, photo, quad)
        if found is None:
            return None
        quad = found.quad
    if found is None or np.linalg.norm(quad - outline, axis=1).mean() > _MAX_ERROR_WIDTHS * width:
        return None
    return quad, found.crop_mask


def detect_mask(detector: CardDetector, photo: ImagePyramid, quad: Quad) -> MaskOfSize | None:
    """The mask that the detector gives a crop along `quad` (4, 2) in pixels, whatever it shows."""
    found = _refine(detector, photo, quad)
    return None if found is None else replace(found, quad=quad).crop_mask


def _refine(detector: CardDetector, photo: ImagePyramid, quad: Quad) -> Detection | None:
    """The detection around an outline, starting at the same corner."""
    found = detector.refiner.refine(photo, [quad])
    if not found:
        return None
    turns = [np.roll(found[0].quad, turn, axis=0) for turn in range(4)]
    nearest = min(turns, key=lambda turned: float(np.abs(turned - quad).sum()))
    return replace(found[0], quad=nearest)
