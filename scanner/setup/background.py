"""How far each pixel is from the colour of the bare table around it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

_STEP_PX = 8
"""Pixels for each sample of the table's colour."""
_WINDOW = 101
"""Side of the median filter for the table's colour in samples, at most. It spans several cards."""


def _background_color(lab: ColorImage) -> ColorImage:
    """The colour of the table all over a picture, in the colour space of `lab`: (height / 8, width / 8, 3).

    It is the median over wide surroundings, so it follows lamps and shade.
    """
    height, width = lab.shape[:2]
    small = cv2.resize(lab, (max(1, width // _STEP_PX), max(1, height // _STEP_PX)), interpolation=cv2.INTER_AREA)
    reach = min(small.shape[:2]) // 2 * 2 - 1
    return np.asarray(cv2.medianBlur(small, max(3, min(reach, _WINDOW))), np.uint8)


def background_distance(lab: ColorImage) -> NDArray[np.uint8]:
    """How far the colour of each pixel is from the table's colour around it: (height, width), 0..255.

    Lightness counts half, because shadows change it most.
    """
    height, width = lab.shape[:2]
    table = cv2.resize(_background_color(lab), (width, height), interpolation=cv2.INTER_LINEAR)
    lightness, a, b = (np.asarray(part, np.uint8) for part in cv2.split(cv2.absdiff(lab, table)))
    return np.asarray(cv2.add(lightness >> 1, cv2.add(a, b)), np.uint8)
