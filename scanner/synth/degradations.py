"""難 nan: a picture with one card spoiled in a known way: what the eyes should then say of it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.geometry import Quad

BgrImage = NDArray[np.uint8]
Degradation = Callable[[np.random.Generator, BgrImage, Quad], BgrImage]


def _card_mask(picture: BgrImage, quad: Quad, softness_px: float) -> NDArray[np.float32]:
    """1 on a card, 0 beyond it, fading within `soft` pixels; (height, width, 1)."""
    there = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(there, np.asarray(np.round(quad), np.int32), 1.0)
    return np.asarray(cv2.GaussianBlur(there, (0, 0), softness_px)[..., None], np.float32)


def _card_width(quad: Quad) -> float:
    return float(np.linalg.norm(quad[1] - quad[0]))


def add_glare(rng: np.random.Generator, picture: BgrImage, quad: Quad) -> BgrImage:
    """A lamp mirrored on the card: a core in a veil, half a card or more."""
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]].astype(np.float32)
    spot = quad.mean(axis=0) + rng.normal(0, 0.25, 2) * _card_width(quad)
    far = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (float(rng.uniform(0.5, 1.0)) * _card_width(quad)) ** 2
    light = float(rng.uniform(200, 400)) * (np.exp(-1.2 * far) + 0.28 * np.exp(-0.2 * far))
    return np.asarray(np.minimum(picture + light[..., None] * _card_mask(picture, quad, 1.0), 255), np.uint8)


def darken_card(rng: np.random.Generator, picture: BgrImage, quad: Quad) -> BgrImage:
    """The card in deep shade, in which the sensor's noise goes on."""
    light = 1 - float(rng.uniform(0.85, 0.97)) * _card_mask(picture, quad, 3.0)
    grain = rng.normal(0, float(rng.uniform(2, 5)), picture.shape)
    return np.clip(picture * light + grain * _card_mask(picture, quad, 3.0), 0, 255).astype(np.uint8)


def blur_card(rng: np.random.Generator, picture: BgrImage, quad: Quad) -> BgrImage:
    """The card out of focus, or moved while it was taken: by a tenth of its width or more."""
    by = float(rng.uniform(0.08, 0.18)) * _card_width(quad)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(picture, (0, 0), by)
    else:
        long = 2 * round(1.7 * by) + 1
        line = np.zeros((long, long), np.float32)
        way = np.array([np.cos(angle := rng.uniform(0, np.pi)), np.sin(angle)]) * (long // 2)
        ends = [tuple(int(part) for part in np.rint(long // 2 + side * way)) for side in (-1, 1)]
        cv2.line(line, ends[0], ends[1], 1.0)
        soft = cv2.filter2D(picture, -1, line / line.sum())
    there = _card_mask(picture, quad, 2.0)
    return np.asarray(picture * (1 - there) + soft * there, np.uint8)


def cover_card(rng: np.random.Generator, picture: BgrImage, quad: Quad) -> BgrImage:
    """A cup or a sheet of paper over an end of the card."""
    out = picture.copy()
    end = quad[2:] if rng.random() < 0.5 else quad[:2]
    place = end.mean(axis=0) + float(rng.uniform(0.05, 0.3)) * (quad.mean(axis=0) - end.mean(axis=0))
    tone = tuple(int(part) for part in rng.integers(30, 220, 3))
    reach = float(rng.uniform(0.45, 0.65)) * _card_width(quad)
    if rng.random() < 0.5:
        cv2.circle(out, (round(float(place[0])), round(float(place[1]))), round(reach), tone, -1, cv2.LINE_AA)
    else:
        box = cv2.boxPoints(((float(place[0]), float(place[1])), (2.6 * reach, 1.5 * reach), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(out, np.asarray(np.round(box), np.int32), tone, cv2.LINE_AA)
    return out


DEGRADATIONS: dict[str, Degradation] = {
    "glare": add_glare,
    "dark": darken_card,
    "blurred": blur_card,
    "covered": cover_card,
}
"""By the doubt that they are to raise."""


def shrink_to_card_width(picture: BgrImage, quads: list[Quad], width: float) -> tuple[BgrImage, list[Quad]]:
    """The picture with its cards about `width` pixels wide, and where they then lie."""
    by = width / float(np.median([_card_width(quad) for quad in quads]))
    small = cv2.resize(picture, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), [np.asarray((quad + 0.5) * by - 0.5, np.float32) for quad in quads]


def crop_left(picture: BgrImage, quads: list[Quad], share: float) -> tuple[BgrImage, list[Quad]]:
    """The picture cut off where the leftmost card has lost that share of its breadth, and where cards then lie."""
    first = min(quads, key=lambda quad: float(quad[:, 0].min()))
    left = round(float(first[:, 0].min() + share * np.ptp(first[:, 0])))
    return picture[:, left:], [quad - np.array((left, 0), np.float32) for quad in quads]
