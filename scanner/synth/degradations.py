"""Degradations of one card in a picture: glare, darkness, blur, cover.

Each has a known effect, so that a bench can count how often the scanner states the right doubt.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad
from scanner.imaging.image import ColorImage

Degradation = Callable[[np.random.Generator, ColorImage, Quad], ColorImage]


def _card_mask(picture: ColorImage, quad: Quad, softness_px: float) -> NDArray[np.float32]:
    """Mask (height, width, 1) of a card, 1 inside and 0 outside, blurred at its edge by `softness_px` pixels."""
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.asarray(np.round(quad), np.int32), 1.0)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), softness_px)[..., None], np.float32)


def _card_width(quad: Quad) -> float:
    return float(np.linalg.norm(quad[1] - quad[0]))


def add_glare(rng: np.random.Generator, picture: ColorImage, quad: Quad) -> ColorImage:
    """Reflect a lamp on half of the card or more: a bright core in a wide veil."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    spot = quad.mean(axis=0) + rng.normal(0, 0.25, 2) * _card_width(quad)
    distance_sq = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (float(rng.uniform(0.5, 1.0)) * _card_width(quad)) ** 2
    light = float(rng.uniform(200, 400)) * (np.exp(-1.2 * distance_sq) + 0.28 * np.exp(-0.2 * distance_sq))
    return np.asarray(np.minimum(picture + light[..., None] * _card_mask(picture, quad, 1.0), 255), np.uint8)


def darken_card(rng: np.random.Generator, picture: ColorImage, quad: Quad) -> ColorImage:
    """Put the card in deep shade. The sensor's noise stays as strong there."""
    light = 1 - float(rng.uniform(0.85, 0.97)) * _card_mask(picture, quad, 3.0)
    grain = rng.normal(0, float(rng.uniform(2, 5)), picture.shape)
    return np.clip(picture * light + grain * _card_mask(picture, quad, 3.0), 0, 255).astype(np.uint8)


def blur_card(rng: np.random.Generator, picture: ColorImage, quad: Quad) -> ColorImage:
    """Blur the card by about a tenth of its width or more, out of focus or by motion."""
    blur_px = float(rng.uniform(0.08, 0.18)) * _card_width(quad)
    if rng.random() < 0.5:
        blurred = cv2.GaussianBlur(picture, (0, 0), blur_px)
    else:
        length = 2 * round(1.7 * blur_px) + 1
        kernel = np.zeros((length, length), np.float32)
        direction = np.array([np.cos(angle := rng.uniform(0, np.pi)), np.sin(angle)]) * (length // 2)
        ends = [tuple(int(part) for part in np.rint(length // 2 + sign * direction)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0)
        blurred = cv2.filter2D(picture, -1, kernel / kernel.sum())
    mask = _card_mask(picture, quad, 2.0)
    return np.asarray(picture * (1 - mask) + blurred * mask, np.uint8)


def cover_card(rng: np.random.Generator, picture: ColorImage, quad: Quad) -> ColorImage:
    """Cover one end of the card with a disc or a rectangle, like a cup or a sheet of paper."""
    out = picture.copy()
    end = quad[2:] if rng.random() < 0.5 else quad[:2]
    x, y = end.mean(axis=0) + float(rng.uniform(0.05, 0.3)) * (quad.mean(axis=0) - end.mean(axis=0))
    colour = tuple(int(value) for value in rng.integers(30, 220, 3))
    radius = float(rng.uniform(0.45, 0.65)) * _card_width(quad)
    if rng.random() < 0.5:
        cv2.circle(out, (round(float(x)), round(float(y))), round(radius), colour, -1, cv2.LINE_AA)
    else:
        box = cv2.boxPoints(((float(x), float(y)), (2.6 * radius, 1.5 * radius), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(out, np.asarray(np.round(box), np.int32), colour, cv2.LINE_AA)
    return out


DEGRADATIONS: dict[str, Degradation] = {
    "glare": add_glare,
    "dark": darken_card,
    "blurred": blur_card,
    "covered": cover_card,
}
"""Each degradation by the key of the doubt that it is to raise."""


def shrink_to_card_width(picture: ColorImage, quads: list[Quad], width: float) -> tuple[ColorImage, list[Quad]]:
    """The picture resized so that its cards are about `width` pixels wide, and their quads in it."""
    scale = width / float(np.median([_card_width(quad) for quad in quads]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), [np.asarray((quad + 0.5) * scale - 0.5, np.float32) for quad in quads]


def crop_left(picture: ColorImage, quads: list[Quad], share: float) -> tuple[ColorImage, list[Quad]]:
    """The picture cropped so that the leftmost card loses that share of its extent in x, and all quads in it."""
    leftmost = min(quads, key=lambda quad: float(quad[:, 0].min()))
    left = round(float(leftmost[:, 0].min() + share * np.ptp(leftmost[:, 0])))
    return picture[:, left:], [quad - np.array((left, 0), np.float32) for quad in quads]
