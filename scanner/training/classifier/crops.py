"""Synthetic crops: cards as the detector would crop them, and negatives."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.detector import CardDetector
from scanner.imaging.geometry import ImagePyramid, Quad, rectangle
from scanner.imaging.image import ColorImage
from scanner.recognition.crops import Mask
from scanner.synth.backgrounds import Rng, paint_tabletop
from scanner.training.classifier.masks import degrade_mask, is_of_card
from scanner.training.classifier.occluders import add_cover
from scanner.training.classifier.outlines import detect_card, detect_mask

_SCENE_MARGIN_SHARE = 0.35
"""Margin around the card in a scene, in card widths: room for neighbours and for crops that are too large."""
MAX_PICTURE_WIDTH_PX = 192
"""Width in pixels to which pictures of cards and tables are reduced: no view shows a card wider."""
_DETECTED_SHARE = 0.75
"""Share of the views, 0..1, whose outline and mask are what the detector says, if there is one."""
_EDGE_COLOURS_BGR = ((18, 18, 20), (25, 30, 48), (30, 45, 140), (40, 85, 190), (225, 228, 230))
"""Colours, 0..255, of the paper edges in which cards are bound: black, brown, red, orange, white."""


@dataclass(frozen=True, slots=True)
class CropJitter:
    """How inaccurate the detector's outlines may be, in card widths.

    `inset`: range of the offset of all sides, positive inwards; `shift`: standard deviation of the position of the
    outline; `corner`: standard deviation of the position of each corner.
    """

    inset: tuple[float, float] = (-0.07, 0.09)
    shift: float = 0.025
    corner: float = 0.022


@dataclass(frozen=True, slots=True)
class CropSample:
    """A crop (height, width, 3), its mask (height, width) as the detector may give it, and what truly shows, 0..1."""

    crop: ColorImage
    mask: Mask
    visible_share: float


@dataclass(frozen=True, slots=True)
class _Scene:
    """A table top with one card in the middle; `hidden` (height, width) is not 0 where an object covers the card."""

    picture: ColorImage
    hidden: NDArray[np.uint8]


def add_paper_edge(face: ColorImage, rng: Rng) -> ColorImage:
    """The face as printed, or with a paper edge of a colour that cards are bound in."""
    if rng.random() < 0.45:
        return face
    edge = round(face.shape[1] * rng.uniform(0.015, 0.085))
    base = np.array(_EDGE_COLOURS_BGR[int(rng.integers(len(_EDGE_COLOURS_BGR)))])
    colour = tuple(map(float, np.clip(base + rng.normal(0, 10, 3), 0, 255)))
    bordered = cv2.copyMakeBorder(face, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=colour)
    return np.asarray(bordered, np.uint8)


def jitter_print(face: ColorImage, rng: Rng, size: tuple[int, int]) -> ColorImage:
    """The face as another maker might print it, for crops of `size` (width, height): other inks, shifted lines.

    The result is half as wide again as the crop, in the proportions of the face.
    """
    width = size[0] * 3 // 2
    height = round(width * face.shape[0] / face.shape[1])
    face = np.asarray(cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.5:
        hsv = cv2.cvtColor(face, cv2.COLOR_BGR2HSV).astype(np.float32)
        hsv[..., 0] = (hsv[..., 0] + np.float32(rng.normal(0, 7))) % 180
        hsv[..., 1] = np.clip(hsv[..., 1] * np.float32(rng.uniform(0.5, 1.35)), 0, 255)
        face = np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < 0.35:
        ink = rng.uniform(0, 140, 3).astype(np.float32)
        paper = np.clip(rng.normal(235, 14, 3), 180, 255).astype(np.float32)
        share = face.astype(np.float32) / 255
        face = np.asarray(np.clip(ink * (1 - share) ** 2 + share * paper, 0, 255), np.uint8)
    if rng.random() < 0.5:
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        shifts = rng.standard_normal((5, 4, 2)).astype(np.float32) * np.float32(width * rng.uniform(0.005, 0.03))
        positions = cv2.resize(shifts, (width, height), interpolation=cv2.INTER_CUBIC) + np.dstack([columns, rows])
        x, y = np.ascontiguousarray(positions[..., 0]), np.ascontiguousarray(positions[..., 1])
        face = np.asarray(cv2.remap(face, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    return face


def compose_scene(
    card: ColorImage, rng: Rng, width: int, neighbours: tuple[ColorImage, ...], background: ColorImage | None
) -> _Scene:
    """A scene with the card, `width` pixels wide, in the middle of a table top, perhaps beside or under neighbours."""
    height = round(width * card.shape[0] / card.shape[1])
    margin = int(width * _SCENE_MARGIN_SHARE)
    size = (width + 2 * margin, height + 2 * margin)
    picture = paint_tabletop(rng, size) if background is None else np.asarray(cv2.resize(background, size), np.uint8)
    if neighbours and rng.random() < 0.3:
        gap = int(rng.integers(0, 4))
        for number, neighbour in enumerate(neighbours[: int(rng.integers(1, 3))]):
            resized = np.asarray(cv2.resize(neighbour, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
            top = margin + int(rng.normal(0, 0.05) * height)
            if number == 0:
                strip = resized[max(0, -top) :, : margin - gap]
                region = picture[max(0, top) : max(0, top) + strip.shape[0], margin + width + gap :]
            else:
                strip = resized[max(0, -top) :, width - margin + gap :]
                region = picture[max(0, top) : max(0, top) + strip.shape[0], : margin - gap]
            region[:] = strip[: region.shape[0], : region.shape[1]]
    resized_card = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    picture[margin : margin + height, margin : margin + width] = resized_card
    return _Scene(picture, np.zeros(picture.shape[:2], np.uint8))


def _apply_light(picture: ColorImage, rng: Rng) -> NDArray[np.float32]:
    """The picture under a lamp: gradient, tint, the edge of a shadow, glare, low contrast, gamma; float 0..255."""
    height, width = picture.shape[:2]
    lit = picture.astype(np.float32)
    rows, columns = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    distance = columns * np.float32(np.cos(angle)) + rows * np.float32(np.sin(angle))
    field = 1 + np.float32(rng.uniform(0, 0.3)) * distance
    if rng.random() < 0.25:
        field = field * (1 - np.float32(rng.uniform(0.2, 0.6)) / (1 + np.exp(-(distance - rng.uniform(-1, 1)) * 12)))
    lit *= (field * np.float32(rng.uniform(0.35, 1.1)))[..., None]
    lit *= rng.normal(1, 0.09, 3).astype(np.float32)
    if rng.random() < 0.2:
        grey = lit.mean(axis=2, keepdims=True)
        lit = grey + (lit - grey) * np.float32(rng.choice([0.0, 0.4, 0.7]))
    if rng.random() < 0.25:
        x, y, radius = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.25, 1.2)
        spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / np.float32(radius**2))
        lit += (spot * np.float32(rng.uniform(30, 200)))[..., None]
    if rng.random() < 0.3:
        lit = lit * np.float32(rng.uniform(0.5, 0.9)) + np.float32(rng.uniform(10, 60))
    return np.asarray(255 * (np.clip(lit, 0, 255) / 255) ** np.float32(rng.uniform(0.7, 1.4)), np.float32)


def _apply_camera(picture: NDArray[np.float32], rng: Rng) -> ColorImage:
    """The lit picture after a camera: blur, noise, JPEG."""
    blur = rng.gamma(1.2, 0.5)
    if blur > 0.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), min(float(blur), 2.2)), np.float32)
    if rng.random() < 0.1:
        steps = int(rng.integers(3, 6))
        kernel = np.eye(steps, dtype=np.float32) if rng.random() < 0.5 else np.ones((1, steps), np.float32)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
    grain = rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(rng.gamma(1.5, 3.0))
    picture = np.asarray(picture + grain, np.float32)
    photo = np.asarray(np.clip(picture, 0, 255), np.uint8)
    if rng.random() < 0.5:
        jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        photo = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return photo


def photograph(scene: _Scene, rng: Rng) -> ImagePyramid:
    """The scene under a lamp and before a camera."""
    return ImagePyramid(_apply_camera(_apply_light(scene.picture, rng), rng))


def cut_out(
    photo: ImagePyramid, hidden: NDArray[np.uint8], quad: NDArray[np.float32], size: tuple[int, int], rng: Rng
) -> CropSample:
    """A photograph cut out along `quad` to `size` (width, height) as the reader does it, with a drawn mask."""
    crop = photo.rectify(quad + np.float32(0.5), size)
    covered = ImagePyramid(255 * hidden).rectify(quad + np.float32(0.5), size)
    return CropSample(crop, degrade_mask(255 - covered, rng), 1 - float((covered > 127).mean()))


def card_outline(scene: _Scene, width: int) -> NDArray[np.float32]:
    """The four corners (4, 2), in pixels, of the card that `compose_scene` placed in the middle."""
    margin = int(width * _SCENE_MARGIN_SHARE)
    height = scene.hidden.shape[0] - 2 * margin
    return rectangle(width, height) + np.float32(margin - 0.5)


def limit_width(picture: ColorImage, width_px: int = MAX_PICTURE_WIDTH_PX) -> ColorImage:
    """The picture, reduced if it is wider than any view needs."""
    scale = width_px / picture.shape[1]
    if scale >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _random_card_width(rng: Rng, size: tuple[int, int]) -> int:
    """A random width of the card in pixels of the photograph: about half to twice the width of the crop."""
    return int(size[0] * np.exp(rng.uniform(np.log(0.53125), np.log(1.875))))


def render_crop(  # noqa: PLR0913  what is drawn, and how it is seen
    card: ColorImage,
    rng: Rng,
    size: tuple[int, int],
    neighbours: tuple[ColorImage, ...] = (),
    background: ColorImage | None = None,
    jitter: CropJitter | None = None,
    *,
    is_covered: bool = False,
    detector: CardDetector | None = None,
) -> CropSample:
    """One crop of `size` (width, height) of the card, as the detector may cut it out of a photograph.

    `is_covered`: something lies over a part of the card. `detector`: says of most views where the card is and what of
    it shows; of the rest both are drawn, and of all without one.
    """
    jitter = jitter or CropJitter()
    width = _random_card_width(rng, size)
    scene = compose_scene(card, rng, width, neighbours, background)
    outline = card_outline(scene, width)
    if is_covered:
        add_cover(scene.picture, scene.hidden, outline, rng, neighbours)
    photo = photograph(scene, rng)
    if detector is not None and rng.random() < _DETECTED_SHARE:
        detected = detect_card(detector, photo, outline + np.float32(0.5), rng)
        if detected is not None:
            quad, mask = detected[0] - np.float32(0.5), detected[1](size)
            sample = cut_out(photo, scene.hidden, quad, size, rng)
            if is_of_card(mask, sample.visible_share):
                return replace(sample, mask=mask)
    return cut_out(photo, scene.hidden, jitter_outline(outline, width, rng, jitter), size, rng)


def jitter_outline(outline: Quad, width: int, rng: Rng, jitter: CropJitter) -> Quad:
    """An outline (4, 2) of a card `width` pixels wide as inexact as the detector's."""
    quad = outline.copy()
    inset = rng.uniform(*jitter.inset) * width if rng.random() < 0.4 else rng.normal(0, 0.012) * width
    quad += np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32) * np.float32(inset)
    spread = rng.choice([0.5, 1.0, 2.0], p=[0.3, 0.5, 0.2])  # some outlines are exact, and some off by 5 to 8 %
    errors = rng.normal(0, jitter.shift, (1, 2)) + rng.normal(0, jitter.corner, (4, 2))
    return np.asarray(quad + errors * spread * width, np.float32)


def render_negative(
    card: ColorImage,
    rng: Rng,
    size: tuple[int, int],
    neighbours: tuple[ColorImage, ...] = (),
    background: ColorImage | None = None,
    detector: CardDetector | None = None,
) -> CropSample:
    """A crop of `size` (width, height) that shows parts of cards and table, but no whole card.

    It is shifted, too close, too far, rotated, cut off at one side, or of a table with anything but cards.
    """
    width = _random_card_width(rng, size)
    scene = compose_scene(card, rng, width, neighbours, background)
    if rng.random() < 0.2:
        scene_height, scene_width = scene.hidden.shape
        bare = (
            paint_tabletop(rng, (scene_width, scene_height))
            if background is None
            else np.asarray(cv2.resize(background, (scene_width, scene_height)), np.uint8)
        )
        scene = _Scene(bare, scene.hidden)
        for _ in range(int(rng.integers(0, 3))):
            add_cover(bare, scene.hidden.copy(), card_outline(scene, width), rng, ())
        for _ in range(int(rng.integers(0, 4))):
            position = (rng.uniform(0, scene_width), rng.uniform(0, scene_height))
            sides = (rng.uniform(4, width), rng.uniform(4, width))
            box = cv2.boxPoints((position, sides, float(rng.uniform(0, 180))))
            cv2.fillConvexPoly(bare, np.asarray(box, np.int32), tuple(map(float, rng.integers(0, 255, 3))))
    elif rng.random() < 0.4:
        add_cover(scene.picture, scene.hidden, card_outline(scene, width), rng, neighbours)
    quad = card_outline(scene, width)
    centre = quad.mean(axis=0)
    defect = int(rng.integers(4))
    if defect == 0:
        angle = rng.uniform(0, 2 * np.pi)
        quad += np.array([np.cos(angle), 1.6 * np.sin(angle)], np.float32) * np.float32(width * rng.uniform(0.3, 0.7))
    elif defect == 1:
        zoom = rng.uniform(0.35, 0.7) if rng.random() < 0.7 else rng.uniform(1.35, 1.8)
        quad = (quad - centre) * np.float32(zoom) + centre
        quad += rng.normal(0, 0.12, (1, 2)).astype(np.float32) * width
    elif defect == 2:
        turn = np.deg2rad(rng.uniform(25, 155))
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
        quad = (quad - centre) @ matrix.T * np.float32(rng.uniform(0.5, 1.1)) + centre
    else:
        share = rng.uniform(0.35, 0.7)
        cut_high = rng.random() < 0.5
        axis = int(rng.random() < 0.7)
        low, high = quad[:, axis].min(), quad[:, axis].max()
        cut = low + (high - low) * share if cut_high else high - (high - low) * share
        quad[:, axis] = np.where(quad[:, axis] == (high if cut_high else low), cut, quad[:, axis])
    photo, quad = photograph(scene, rng), quad.astype(np.float32)
    sample = cut_out(photo, scene.hidden, quad, size, rng)
    if detector is None or rng.random() >= _DETECTED_SHARE:
        return sample
    mask = detect_mask(detector, photo, quad + np.float32(0.5))
    return sample if mask is None else replace(sample, mask=mask(size))
