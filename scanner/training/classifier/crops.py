"""写し utsushi: synthetic views of a card as a camera's finder would cut it out, and of what is not a card."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng, paint_tabletop
from scanner.training.classifier import occluders

_SCENE_MARGIN_SHARE = 0.35
_MIN_LEGIBLE_SHARE = 0.45
_MAX_LEGIBLE_CORNER_ERROR = 0.08
_EDGE_COLOURS_BGR = ((18, 18, 20), (25, 30, 48), (30, 45, 140), (40, 85, 190), (225, 228, 230))


@dataclass(frozen=True, slots=True)
class CropJitter:
    """How badly the finder may have cut the card out, in fractions of its width."""

    inset: tuple[float, float] = (-0.07, 0.09)
    shift: float = 0.025
    corner: float = 0.022


@dataclass(frozen=True, slots=True)
class CropSample:
    """A crop, and whether it can be read: at least 45 % of the card uncovered, no corner off by 8 % of its width."""

    crop: ColorImage
    legible: bool


@dataclass(frozen=True, slots=True)
class _Scene:
    """A table top with one card in the middle; `hidden` is not 0 where something lies over the card."""

    picture: ColorImage
    hidden: NDArray[np.uint8]


def add_paper_edge(face: ColorImage, rng: Rng) -> ColorImage:
    """The face as printed, or with a paper edge of a colour cards are bound in."""
    if rng.random() < 0.45:
        return face
    edge = round(face.shape[1] * rng.uniform(0.015, 0.085))
    tone = np.clip(
        np.array(_EDGE_COLOURS_BGR[int(rng.integers(len(_EDGE_COLOURS_BGR)))]) + rng.normal(0, 10, 3), 0, 255
    )
    return np.asarray(
        cv2.copyMakeBorder(face, edge, edge, edge, edge, cv2.BORDER_CONSTANT, value=tuple(map(float, tone))), np.uint8
    )


def jitter_print(face: ColorImage, rng: Rng, size: tuple[int, int]) -> ColorImage:
    """The face as another maker might print it, for crops of `size`: other inks, lines a little elsewhere."""
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
        lumps = rng.standard_normal((5, 4, 2)).astype(np.float32) * np.float32(width * rng.uniform(0.005, 0.03))
        bent = cv2.resize(lumps, (width, height), interpolation=cv2.INTER_CUBIC) + np.dstack([columns, rows])
        across, down = np.ascontiguousarray(bent[..., 0]), np.ascontiguousarray(bent[..., 1])
        face = np.asarray(cv2.remap(face, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    return face


def _compose_scene(
    card: ColorImage, rng: Rng, width: int, neighbours: tuple[ColorImage, ...], background: ColorImage | None
) -> _Scene:
    """The card `width` pixels wide in the middle of a table top, perhaps touching others."""
    height = round(width * card.shape[0] / card.shape[1])
    margin = int(width * _SCENE_MARGIN_SHARE)
    size = (width + 2 * margin, height + 2 * margin)
    scene = paint_tabletop(rng, size) if background is None else np.asarray(cv2.resize(background, size), np.uint8)
    if neighbours and rng.random() < 0.3:
        gap = int(rng.integers(0, 4))
        for number, other in enumerate(neighbours[: int(rng.integers(1, 3))]):
            piece = np.asarray(cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
            down = margin + int(rng.normal(0, 0.05) * height)
            if number == 0:
                part = piece[max(0, -down) :, : margin - gap]
                place = scene[max(0, down) : max(0, down) + part.shape[0], margin + width + gap :]
            else:
                part = piece[max(0, -down) :, width - margin + gap :]
                place = scene[max(0, down) : max(0, down) + part.shape[0], : margin - gap]
            place[:] = part[: place.shape[0], : place.shape[1]]
    small = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    scene[margin : margin + height, margin : margin + width] = small
    made = _Scene(scene, np.zeros(scene.shape[:2], np.uint8))
    if neighbours and rng.random() < 0.12:
        _overlay_card(made, neighbours[0], rng, width)
    return made


def _overlay_card(target: _Scene, other: ColorImage, rng: Rng, width: int) -> None:
    """Another card over up to half of the one in the middle, in place."""
    scene = target.picture
    angle = np.deg2rad(float(rng.choice([0, 90, 180, 270])) + rng.normal(0, 12))
    scale = width / other.shape[1]
    matrix = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    reach = rng.uniform(0.6, 0.95)
    way = rng.uniform(0, 2 * np.pi)
    height = width * other.shape[0] / other.shape[1]
    to = np.array([scene.shape[1] / 2 + np.cos(way) * width * reach, scene.shape[0] / 2 + np.sin(way) * height * reach])
    shift = to - matrix @ np.array([other.shape[1] / 2, other.shape[0] / 2])
    for drawn, onto in ((other, scene), (np.ones(other.shape[:2], np.uint8), target.hidden)):
        cv2.warpAffine(
            drawn,
            np.column_stack([matrix, shift]),
            (scene.shape[1], scene.shape[0]),
            dst=onto,
            borderMode=cv2.BORDER_TRANSPARENT,
        )


def _apply_light(scene: ColorImage, rng: Rng) -> NDArray[np.float32]:
    """The scene under a lamp: slope of light, tint, a shadow's edge, glare, a flat or steep film; float 0..255."""
    height, width = scene.shape[:2]
    light = scene.astype(np.float32)
    rows, columns = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    across = columns * np.float32(np.cos(angle)) + rows * np.float32(np.sin(angle))
    field = 1 + np.float32(rng.uniform(0, 0.3)) * across
    if rng.random() < 0.25:
        field = field * (1 - np.float32(rng.uniform(0.2, 0.6)) / (1 + np.exp(-(across - rng.uniform(-1, 1)) * 12)))
    light *= (field * np.float32(rng.uniform(0.35, 1.1)))[..., None]
    light *= rng.normal(1, 0.09, 3).astype(np.float32)
    if rng.random() < 0.2:
        grey = light.mean(axis=2, keepdims=True)
        light = grey + (light - grey) * np.float32(rng.choice([0.0, 0.4, 0.7]))
    if rng.random() < 0.25:
        x, y, reach = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.25, 1.2)
        spot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / np.float32(reach**2))
        light += (spot * np.float32(rng.uniform(30, 200)))[..., None]
    if rng.random() < 0.3:
        light = light * np.float32(rng.uniform(0.5, 0.9)) + np.float32(rng.uniform(10, 60))
    return np.asarray(255 * (np.clip(light, 0, 255) / 255) ** np.float32(rng.uniform(0.7, 1.4)), np.float32)


def _occlude_corner(scene: NDArray[np.float32], hidden: NDArray[np.uint8], rng: Rng) -> None:
    """A finger, coin or other card over a corner of the scene, in place."""
    height, width = scene.shape[:2]
    x, y = int(rng.choice([0.22, 0.78]) * width), int(rng.choice([0.18, 0.82]) * height)
    reach = int(width * rng.uniform(0.06, 0.2))
    tone = rng.choice([(110, 140, 190), (40, 40, 40), (90, 150, 170), (220, 220, 220)]) + rng.normal(0, 15, 3)
    if rng.random() < 0.5:
        cv2.circle(scene, (x, y), reach, tuple(map(float, tone)), -1)
        cv2.circle(hidden, (x, y), reach, 1, -1)
    else:
        box = cv2.boxPoints(((x, y), (reach * 3.0, reach * 1.6), float(rng.uniform(0, 180))))
        cv2.fillConvexPoly(scene, np.asarray(box, np.int32), tuple(map(float, tone)))
        cv2.fillConvexPoly(hidden, np.asarray(box, np.int32), 1)


def _apply_camera(scene: NDArray[np.float32], rng: Rng) -> ColorImage:
    """The lit scene through a lens: blur, noise, JPEG."""
    blur = rng.gamma(1.2, 0.5)
    if blur > 0.3:
        scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), min(float(blur), 2.2)), np.float32)
    if rng.random() < 0.1:
        steps = int(rng.integers(3, 6))
        kernel = np.eye(steps, dtype=np.float32) if rng.random() < 0.5 else np.ones((1, steps), np.float32)
        scene = np.asarray(cv2.filter2D(scene, -1, kernel / kernel.sum()), np.float32)
    scene = scene + rng.standard_normal(scene.shape, dtype=np.float32) * np.float32(rng.gamma(1.5, 3.0))
    taken = np.asarray(np.clip(scene, 0, 255), np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", taken, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        taken = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return taken


def _photograph(scene: _Scene, rng: Rng) -> ColorImage:
    lit = _apply_light(scene.picture, rng)
    if rng.random() < 0.12:
        _occlude_corner(lit, scene.hidden, rng)
    return _apply_camera(lit, rng)


def _warp_crop(photo: ColorImage, quad: NDArray[np.float32], size: tuple[int, int]) -> ColorImage:
    width, height = size
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(photo, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _card_outline(scene: _Scene, width: int) -> NDArray[np.float32]:
    """The four corners of the card that `_scene` put in the middle."""
    margin = int(width * _SCENE_MARGIN_SHARE)
    height = scene.hidden.shape[0] - 2 * margin
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + np.float32(margin - 0.5)


def _random_card_width(rng: Rng, size: tuple[int, int]) -> int:
    """How many pixels of the photograph the card is wide: from about half of the crop to twice as many."""
    return int(size[0] * np.exp(rng.uniform(np.log(0.53125), np.log(1.875))))


def render_crop(
    card: ColorImage,
    rng: Rng,
    size: tuple[int, int],
    neighbours: tuple[ColorImage, ...] = (),
    background: ColorImage | None = None,
    jitter: CropJitter | None = None,
    *,
    is_half_covered: bool = False,
) -> CropSample:
    """One crop of `size` (width, height) of the card as the finder may cut it out of a photograph; can it be read?

    `half`: something lies over a good part of it.
    """
    jitter = jitter or CropJitter()
    width = _random_card_width(rng, size)
    scene = _compose_scene(card, rng, width, neighbours, background)
    outline = _card_outline(scene, width)
    if is_half_covered:
        occluders.add_occluder(scene.picture, scene.hidden, outline, rng, neighbours)
    quad = outline.copy()
    inset = rng.uniform(*jitter.inset) * width if rng.random() < 0.6 else rng.normal(0, 0.012) * width
    quad += np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], np.float32) * np.float32(inset)
    quad += (rng.normal(0, jitter.shift, (1, 2)) + rng.normal(0, jitter.corner, (4, 2))).astype(np.float32) * width
    crop = _warp_crop(_photograph(scene, rng), quad, size)
    (left, top), (right, bottom) = outline[0].round().astype(int), outline[2].round().astype(int)
    seen = 1 - float((scene.hidden[top:bottom, left:right] > 0).mean())
    off = float(np.linalg.norm(quad - outline, axis=1).max()) / width
    return CropSample(crop, seen >= _MIN_LEGIBLE_SHARE and off <= _MAX_LEGIBLE_CORNER_ERROR)


def render_negative(
    card: ColorImage,
    rng: Rng,
    size: tuple[int, int],
    neighbours: tuple[ColorImage, ...] = (),
    background: ColorImage | None = None,
) -> ColorImage:
    """A crop that shows parts of cards and table but no whole card: shifted, too near, too far, across, or bare."""
    width = _random_card_width(rng, size)
    scene = _compose_scene(card, rng, width, neighbours, background)
    if rng.random() < 0.2:
        high, wide = scene.hidden.shape
        bare = (
            paint_tabletop(rng, (wide, high))
            if background is None
            else np.asarray(cv2.resize(background, (wide, high)), np.uint8)
        )
        scene = _Scene(bare, scene.hidden)
        for _ in range(int(rng.integers(0, 4))):
            box = cv2.boxPoints(
                (
                    (rng.uniform(0, wide), rng.uniform(0, high)),
                    (rng.uniform(4, width), rng.uniform(4, width)),
                    float(rng.uniform(0, 180)),
                )
            )
            cv2.fillConvexPoly(bare, np.asarray(box, np.int32), tuple(map(float, rng.integers(0, 255, 3))))
    quad = _card_outline(scene, width)
    centre = quad.mean(axis=0)
    way = int(rng.integers(4))
    if way == 0:
        angle = rng.uniform(0, 2 * np.pi)
        quad += np.array([np.cos(angle), 1.6 * np.sin(angle)], np.float32) * np.float32(width * rng.uniform(0.3, 0.7))
    elif way == 1:
        zoom = rng.uniform(0.35, 0.7) if rng.random() < 0.7 else rng.uniform(1.35, 1.8)
        quad = (quad - centre) * np.float32(zoom) + centre
        quad += rng.normal(0, 0.12, (1, 2)).astype(np.float32) * width
    elif way == 2:
        turn = np.deg2rad(rng.uniform(25, 155))
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
        quad = (quad - centre) @ matrix.T * np.float32(rng.uniform(0.5, 1.1)) + centre
    else:
        part = rng.uniform(0.35, 0.7)
        end = rng.random() < 0.5
        axis = int(rng.random() < 0.7)
        low, high = quad[:, axis].min(), quad[:, axis].max()
        kept = low + (high - low) * part if end else high - (high - low) * part
        quad[:, axis] = np.where(quad[:, axis] == (high if end else low), kept, quad[:, axis])
    return _warp_crop(_photograph(scene, rng), quad.astype(np.float32), size)
