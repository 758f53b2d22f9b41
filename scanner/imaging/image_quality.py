"""Quality of a picture of the table: brightness, clipping, blur.

Light and focus come as numbers that show what to change at the camera or the lamps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage

_REFERENCE_WIDTH_PX = 1920
"""Pixels, the width to which larger pictures are reduced, so that a measurement means the same for every camera."""
CLIPPED_LEVEL = 250
"""Level of 255. A pixel with at least this in every channel is clipped: it shows nothing of a card's print."""
MAX_BLUR_PX = 2.0
"""Standard deviation in pixels of a picture 1920 wide. The strokes of a card's print are about this wide there."""
MIN_MEAN_LEVEL = 50.0
"""Mean grey level of 255. In a darker picture the sensor's noise is as strong as the contrast of the print."""
MAX_MEAN_LEVEL = 200.0
"""Mean grey level of 255. A brighter picture of a table has lost its colours."""
MAX_CLIPPED_SHARE = 0.15
"""Share of clipped pixels, 0..1. White cards and one or two reflections stay below it."""
_STRONG_EDGE_SHARE = 0.002
"""Share of the pixels, 0..1, that count as strongest edges: at 1920 × 1080 about 4000, the outline of two cards."""
_FURTHER_BLUR_PX = 1.0
"""Standard deviation in pixels of the blur that tells how blurred an edge is: it loses the more, the sharper it is."""
_MIN_EDGE_SLOPE = 8.0
"""Grey levels a pixel. The edges of print and cards are far steeper, those of cloth and wood are less steep."""


@dataclass(frozen=True, slots=True)
class ImageQuality:
    """Brightness and sharpness of one picture.

    `mean_level`: mean grey level 0..255. `clipped_share`: share 0..1 of clipped pixels. `blur_px`: blur of the
    strongest edges as a standard deviation in pixels of a picture 1920 wide. It is accurate to a sixth from 1.5 to 3,
    a lower bound beyond, and None if the picture has no edge to measure.
    """

    mean_level: float
    clipped_share: float
    blur_px: float | None


def measure_quality(frame: ColorImage) -> ImageQuality:
    """Measure a picture (H, W, 3) uint8 BGR."""
    scale = _REFERENCE_WIDTH_PX / frame.shape[1]
    if scale < 1:
        frame = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY).astype(np.float32)
    mean_level = float(grey.mean())
    clipped_share = float((frame.min(axis=2) >= CLIPPED_LEVEL).mean())
    slope = _gradient_magnitude(grey)
    cv2.GaussianBlur(grey, (0, 0), _FURTHER_BLUR_PX, dst=grey)  # in place: each such array has 15 MB
    blur_px = _edge_blur_px(slope, _gradient_magnitude(grey), _STRONG_EDGE_SHARE, _MIN_EDGE_SLOPE)
    return ImageQuality(mean_level, clipped_share, blur_px)


def quality_issue(frame: ColorImage) -> str:
    """What is wrong with a picture (H, W, 3) uint8 BGR without cards: a key of `scanner.doubt_texts.ISSUE_TEXTS`."""
    quality = measure_quality(frame)
    if quality.mean_level < MIN_MEAN_LEVEL:
        return "dark"
    # Light wood or paper is bright, too. Only what is clipped may hide a card.
    if quality.clipped_share > MAX_CLIPPED_SHARE:
        return "bright"
    if quality.blur_px is None:
        return "empty"
    return "blurred" if quality.blur_px > MAX_BLUR_PX else "no_card"


def motion_blur_px(grey: NDArray[np.float32], share: float) -> float:
    """Blur of the strongest edges of a grey picture (H, W) 0..255, as a standard deviation in its pixels.

    The blurrier of the two directions counts, because a moved camera blurs along one only. `share` 0..1 of the pixels
    count as the strongest edges. The result is 0 if the picture has no edges.
    """
    blurs = []
    for dx in (1, 0):
        slope, blurred_slope = (np.abs(cv2.Sobel(image, cv2.CV_32F, dx, 1 - dx)) for image in (grey, _blurred(grey)))
        blurs.append(_edge_blur_px(slope, blurred_slope, share, 0.0) or 0.0)
    return max(blurs)


def _blurred(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), _FURTHER_BLUR_PX), np.float32)


def _edge_blur_px(
    slope: NDArray[np.float32], blurred_slope: NDArray[np.float32], share: float, min_slope: float
) -> float | None:
    """Blur of the strongest edges in pixels, as a standard deviation.

    `slope` (H, W) in grey levels a pixel. `blurred_slope`: the same after a further blur by one pixel. `share` 0..1 of
    the pixels count as the strongest edges. None if they are no steeper than `min_slope`.
    """
    steep = float(np.quantile(slope, 1 - share))
    if steep <= min_slope:
        return None
    edges = slope >= steep
    # An edge blurred by s keeps s / sqrt(s² + 1) of its slope after a further blur by one pixel.
    ratio = float(blurred_slope[edges].mean() / slope[edges].mean())
    return ratio / math.sqrt(max(1e-6, 1 - ratio**2))


def _gradient_magnitude(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Slope (H, W) in the steepest direction, in grey levels a pixel."""
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=1 / 8) for x in (1, 0))
    return np.asarray(cv2.magnitude(across, down, across), np.float32)
