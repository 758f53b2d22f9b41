"""写り utsuri: how a picture of the table came out: its light and its focus, in figures that say what to change."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Frame = NDArray[np.uint8]

_REFERENCE_WIDTH_PX = 1920  # all figures are at this width, so that they mean the same for every camera
CLIPPED_LEVEL = 250  # of 255, in every channel: no tone of a card is left
MAX_BLUR_PX = 2.0  # pixels of a picture 1920 wide; the strokes of a card's print are about this wide there
MIN_MEAN_LEVEL = 50.0  # mean grey of 255; below, the sensor's noise is of the size of the print's contrast
MAX_MEAN_LEVEL = 200.0  # a table this light on the whole has lost its colours
MAX_CLIPPED_SHARE = 0.15  # white cards and a reflection or two stay below
_STRONG_EDGE_SHARE = 0.002  # the strongest edges: at 1920 × 1080 about 4000 pixels, the outline of two cards
_MIN_EDGE_SLOPE = 8.0  # grey levels a pixel; print and card edges are far above, cloth and wood below


@dataclass(frozen=True, slots=True)
class ImageQuality:
    """`level`: mean grey 0..255. `burnt`: share 0..1 of pixels too bright to tell apart.

    `smear`: by how many pixels (standard deviation, of a picture 1920 wide) its strongest edges are smeared, right to a
    sixth from 1.5 to 3, a lower bound beyond; None when it has none to judge by.
    """

    mean_level: float
    clipped_share: float
    blur_px: float | None


def measure_quality(frame: Frame) -> ImageQuality:
    """Of a picture (H, W, 3) uint8 BGR."""
    scale = _REFERENCE_WIDTH_PX / frame.shape[1]
    if scale < 1:
        frame = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    burnt = float((frame.min(axis=2) >= CLIPPED_LEVEL).mean())
    return ImageQuality(
        float(grey.mean()),
        burnt,
        _edge_blur_px(
            _gradient_magnitude(grey), _gradient_magnitude(_blurred(grey)), _STRONG_EDGE_SHARE, _MIN_EDGE_SLOPE
        ),
    )


def motion_blur_px(grey: NDArray[np.float32], share: float) -> float:
    """As a `smear`, in pixels of that picture (H, W) 0..255, in the worse direction: a moved camera smears along one.

    `share` 0..1 of its pixels are taken for the strongest edges; 0 where it has none.
    """
    found = []
    for across in (1, 0):
        slope, softer = (np.abs(cv2.Sobel(one, cv2.CV_32F, across, 1 - across)) for one in (grey, _blurred(grey)))
        found.append(_edge_blur_px(slope, softer, share, 0.0) or 0.0)
    return max(found)


def _blurred(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 1.0), np.float32)


def _edge_blur_px(
    slope: NDArray[np.float32], blurred_slope: NDArray[np.float32], share: float, min_slope: float
) -> float | None:
    """By how many pixels the strongest edges are smeared: that share of the pixels; None if no steeper than `least`.

    `softer`: the slope of the same picture smeared by one pixel more.
    """
    steep = float(np.quantile(slope, 1 - share))
    if steep <= min_slope:
        return None
    where = slope >= steep
    # An edge smeared by s keeps s / sqrt(s² + 1) of its slope when it is smeared by one pixel more.
    kept = float(blurred_slope[where].mean() / slope[where].mean())
    return kept / math.sqrt(max(1e-6, 1 - kept**2))


def _gradient_magnitude(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey levels a pixel, of the steepest direction."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    return np.asarray(cv2.magnitude(across, down), np.float32)
