"""Print-style augmentation: one drawing as other workshops would print it.

A classifier trained on nine patterns also learns their inks and line widths, which are no part of the card. Here these
are varied at random while the picture stays the same, so that unknown patterns are read, too (domain randomisation,
Tobin 2017; for styles: Geirhos 2019, Zhou 2021).
Every public function takes a picture (height, width, 3) BGR; all but `augment_print_style` return one of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.imaging.image import ColorImage
from scanner.synth.backgrounds import Rng

Floats = NDArray[np.float32]


def _to_lab(face: ColorImage) -> Floats:
    return np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2Lab), np.float32)


def _to_bgr(lab: Floats) -> ColorImage:
    return np.asarray(cv2.cvtColor(np.clip(lab, 0, 255).astype(np.uint8), cv2.COLOR_Lab2BGR), np.uint8)


def _squared_distances(points: Floats, inks: Floats) -> Floats:
    """Squared distances (points, inks)."""
    return np.asarray((points**2).sum(axis=1)[:, None] - 2 * points @ inks.T + (inks**2).sum(axis=1), np.float32)


def swap_inks(face: ColorImage, rng: Rng) -> ColorImage:
    """Replace every ink of the print, paper and lines included, by another of similar lightness."""
    lab = _to_lab(face)
    points = lab.reshape(-1, 3)
    sample = points[rng.choice(len(points), 300, replace=False)]
    inks = sample[: int(rng.integers(4, 9))]
    for _ in range(3):  # three steps of k-means on 300 points: rough inks are enough
        nearest = _squared_distances(sample, inks).argmin(axis=1)
        inks = np.stack(
            [sample[nearest == ink].mean(axis=0) if (nearest == ink).any() else inks[ink] for ink in range(len(inks))]
        )
    distances = _squared_distances(points, inks)
    weights = np.exp(-(distances - distances.min(axis=1, keepdims=True)) / np.float32(2 * 14.0**2))
    weights /= weights.sum(axis=1, keepdims=True)
    spread = np.array([16, 20, 20], np.float32) * np.float32(rng.uniform(0.3, 1.0))
    shifts = rng.standard_normal(inks.shape).astype(np.float32) * spread
    return _to_bgr((points + weights @ shifts).reshape(lab.shape))


def transfer_colours(face: ColorImage, reference: ColorImage, rng: Rng) -> ColorImage:
    """Transfer the colours of another card: the mean and spread of each Lab channel (Reinhard 2001)."""
    lab, reference_lab = _to_lab(face), _to_lab(reference)
    strength = np.float32(rng.uniform(0.4, 1.0))
    mean, spread = lab.mean(axis=(0, 1)), lab.std(axis=(0, 1)) + 1
    target = (lab - mean) / spread * (reference_lab.std(axis=(0, 1)) + 1) + reference_lab.mean(axis=(0, 1))
    return _to_bgr(lab + strength * (target - lab))


def vary_tone_curves(face: ColorImage, rng: Rng) -> ColorImage:
    """Apply a random tone curve to each colour channel, as on faded, overprinted or badly scanned sheets."""
    steps = np.arange(256, dtype=np.float32) / 255
    table = np.empty((1, 256, 3), np.float32)
    for channel in range(3):
        low, high = rng.uniform(0, 0.25), rng.uniform(0.75, 1.0)
        table[0, :, channel] = low + (high - low) * steps ** np.float32(np.exp(rng.normal(0, 0.35)))
    return np.asarray(cv2.LUT(face, np.asarray(table * 255, np.uint8)), np.uint8)


def vary_line_width(face: ColorImage, rng: Rng) -> ColorImage:
    """Make lines thicker or thinner."""
    size = int(rng.integers(2, 4))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray((cv2.erode if rng.random() < 0.5 else cv2.dilate)(face, kernel), np.uint8)


def posterize(face: ColorImage, rng: Rng) -> ColorImage:
    """Reduce the picture to flat areas of a few tones, without shades."""
    smooth = cv2.bilateralFilter(face, 5, 40, 3) if rng.random() < 0.5 else face
    step = 255.0 / float(rng.integers(2, 5))
    return np.asarray(np.clip(np.round(smooth / step) * step, 0, 255), np.uint8)


def misregister_colours(face: ColorImage, rng: Rng) -> ColorImage:
    """Shift the colours against the lines, as when brushed through a stencil that was slightly misplaced."""
    lab = _to_lab(face)
    shift = rng.normal(0, 0.02, 2) * face.shape[1]
    soft = cv2.GaussianBlur(lab[..., 1:], (0, 0), float(rng.uniform(0.5, 2.5)))
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    lab[..., 1:] = cv2.warpAffine(soft, matrix, (face.shape[1], face.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    return _to_bgr(lab)


def add_paper_texture(face: ColorImage, rng: Rng) -> ColorImage:
    """Print on tinted paper with a grain that takes up the ink unevenly."""
    height, width = face.shape[:2]
    paper = np.clip(rng.normal(225, 22, 3), 150, 255).astype(np.float32) / 255
    lumps = (int(rng.integers(6, height // 2)), int(rng.integers(6, width // 2)))
    grain = cv2.resize(rng.standard_normal(lumps).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)[
        ..., None
    ]
    printed = face.astype(np.float32) * paper * (1 + np.float32(rng.uniform(0, 0.1)) * grain)
    return np.asarray(np.clip(printed, 0, 255), np.uint8)


def desaturate(face: ColorImage, rng: Rng) -> ColorImage:
    """Print, or copy, with little or no colour."""
    lab = _to_lab(face)
    lab[..., 1:] = 128 + (lab[..., 1:] - 128) * np.float32(rng.choice([0.0, 0.2, 0.5]))
    return _to_bgr(lab)


def vary_framing(face: ColorImage, rng: Rng) -> ColorImage:
    """Make the drawing larger or smaller on its card, or nearer one edge, with more or less paper around it."""
    height, width = face.shape[:2]
    scale_x, scale_y = rng.uniform(0.84, 1.12, 2) if rng.random() < 0.5 else [rng.uniform(0.84, 1.12)] * 2
    shift = rng.normal(0, 0.025, 2) * width
    shear = rng.normal(0, 0.02)
    matrix = np.array(
        [
            [scale_x, shear, (1 - scale_x) * width / 2 - shear * height / 2 + shift[0]],
            [0, scale_y, (1 - scale_y) * height / 2 + shift[1]],
        ],
        np.float32,
    )
    paper = tuple(float(value) for value in np.percentile(face[::3, ::3].reshape(-1, 3), 85, axis=0))
    return np.asarray(cv2.warpAffine(face, matrix, (width, height), borderValue=paper), np.uint8)


def deform_elastically(face: ColorImage, rng: Rng) -> ColorImage:
    """Shift every part of the picture a little, as in a copy by another artist (Simard 2003)."""
    height, width = face.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    cells = int(rng.integers(3, 7))
    shifts = rng.standard_normal((cells + 2, cells, 2)).astype(np.float32) * np.float32(width * rng.uniform(0.01, 0.04))
    positions = cv2.resize(shifts, (width, height), interpolation=cv2.INTER_CUBIC) + np.dstack([columns, rows])
    x, y = np.ascontiguousarray(positions[..., 0]), np.ascontiguousarray(positions[..., 1])
    return np.asarray(cv2.remap(face, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def mix_patterns(face: ColorImage, other: ColorImage, rng: Rng) -> ColorImage:
    """Combine the same card of two patterns: a part of either, or a blend (CutMix, Yun 2019; mixup, Zhang 2018)."""
    height, width = face.shape[:2]
    other = np.asarray(cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.4:
        share = float(rng.uniform(0.25, 0.75))
        return np.asarray(cv2.addWeighted(face, share, other, 1 - share, 0), np.uint8)
    mixed = face.copy()
    if rng.random() < 0.5:
        cut = int(height * rng.uniform(0.3, 0.7))
        mixed[cut:] = other[cut:]
    else:
        cut = int(width * rng.uniform(0.3, 0.7))
        mixed[:, cut:] = other[:, cut:]
    return mixed


_RED_RIBBONS_BGR = ((30, 30, 205), (35, 90, 215), (60, 50, 170))
"""Colours, 0..255, of red ribbons in known patterns."""
_BLUE_RIBBONS_BGR = ((190, 40, 30), (170, 60, 110), (60, 40, 40))
"""Colours, 0..255, of blue ribbons in known patterns, purple and near black included."""


def paint_ribbon(background: ColorImage, rng: Rng, *, is_blue: bool) -> ColorImage:
    """Paint a ribbon, red or blue, with or without writing, over a picture of the plants of its month."""
    height, width = background.shape[:2]
    face = background.copy()
    ribbon_width, ribbon_height = width * rng.uniform(0.24, 0.36), height * rng.uniform(0.5, 0.7)
    centre = np.array([width * rng.uniform(0.36, 0.64), height * rng.uniform(0.38, 0.56)])
    lean, slant = width * rng.uniform(-0.14, 0.14), width * rng.uniform(-0.1, 0.1)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (ribbon_width, ribbon_height) / 2
    corners[:, 0] += np.array([-lean, -lean, lean, lean]) / 2
    corners[:, 1] += np.array([-slant, slant, slant, -slant]) / 2
    outline = np.round(corners + centre).astype(np.int32)
    colours = _BLUE_RIBBONS_BGR if is_blue else _RED_RIBBONS_BGR
    colour = np.clip(np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 18, 3), 0, 255)
    cv2.fillConvexPoly(face, outline, tuple(map(float, colour)))
    if rng.random() < 0.6:
        cv2.polylines(face, [outline], isClosed=True, color=(20, 20, 20), thickness=int(rng.integers(1, 3)))
    if rng.random() < 0.5:
        ink = (25.0, 25.0, 25.0) if rng.random() < 0.7 else (235.0, 235.0, 235.0)
        ends = np.array([corners[:2].mean(axis=0), corners[2:].mean(axis=0)]) * 0.8 + centre
        steps = np.linspace(0, 1, int(rng.integers(8, 16)))[:, None]
        strokes = ends[0] + steps * (ends[1] - ends[0]) + rng.normal(0, 0.05, (len(steps), 2)) * width
        line = [np.round(strokes).astype(np.int32)]
        cv2.polylines(face, line, isClosed=False, color=ink, thickness=int(rng.integers(1, 4)))
    return face


@dataclass(frozen=True, slots=True)
class StyleSources:
    """Pictures from which variants of one card are made.

    `same_card`: the card in every pattern. `same_month_chaff`: if the card is a ribbon, the chaff of its month in every
    pattern, on which a ribbon is painted; it is blue if `has_blue_ribbon`, else red. `cards`: any cards, as references
    for colours. `can_mirror`: whether a mirrored card still means the same.
    """

    same_card: tuple[ColorImage, ...]
    same_month_chaff: tuple[ColorImage, ...]
    has_blue_ribbon: bool
    cards: tuple[ColorImage, ...]
    can_mirror: bool


def _random_resized(pictures: tuple[ColorImage, ...], rng: Rng, size: tuple[int, int]) -> ColorImage:
    picture = pictures[int(rng.integers(len(pictures)))]
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def augment_print_style(face: ColorImage, rng: Rng, size: tuple[int, int], sources: StyleSources) -> ColorImage:
    """The face as an unknown workshop might print it, for crops of `size` (width, height): redrawn, then reprinted.

    The result is half as wide again as the crop, in the proportions of the face.
    """
    width = size[0] * 3 // 2
    full_size = (width, round(width * face.shape[0] / face.shape[1]))
    face = np.asarray(cv2.resize(face, full_size, interpolation=cv2.INTER_AREA), np.uint8)
    if sources.same_month_chaff and rng.random() < CONFIG.ribbon_probability:
        chaff = _random_resized(sources.same_month_chaff, rng, full_size)
        face = paint_ribbon(chaff, rng, is_blue=sources.has_blue_ribbon)
    elif sources.same_card and rng.random() < CONFIG.mix_probability:
        face = mix_patterns(face, _random_resized(sources.same_card, rng, full_size), rng)
    if sources.can_mirror and rng.random() < CONFIG.mirror_probability:
        face = np.ascontiguousarray(face[:, ::-1])
    for probability, redraw in _DRAWING_AUGMENTATIONS:
        if rng.random() < probability:
            face = redraw(face, rng)
    draw = rng.random()
    if draw < CONFIG.ink_swap_probability:
        face = swap_inks(face, rng)
    elif draw < CONFIG.ink_swap_probability + CONFIG.colour_transfer_probability:
        face = transfer_colours(face, _random_resized(sources.cards, rng, full_size), rng)
    for probability, reprint in _PRINT_AUGMENTATIONS:
        if rng.random() < probability:
            face = reprint(face, rng)
    return face


@dataclass(frozen=True, slots=True)
class PrintStyleConfig:
    """Probabilities, 0..1, of changes that depend on other cards: as high as leaves the card plain to a person.

    Set by `fudayomi train`, on held-out patterns.
    """

    ribbon_probability: float = 0.35
    """Of a ribbon card: painting a new ribbon on the chaff of its month."""
    mix_probability: float = 0.2
    """Of any other outcome: mixing in the same card of another pattern."""
    mirror_probability: float = 0.35
    """Of a card that means the same in a mirror: mirroring it."""
    ink_swap_probability: float = 0.4
    """Replacing every ink by another."""
    colour_transfer_probability: float = 0.2
    """Taking the colours of another card instead of replacing inks."""


CONFIG = PrintStyleConfig()

_DRAWING_AUGMENTATIONS = ((0.5, vary_framing), (0.6, deform_elastically), (0.35, vary_line_width), (0.15, posterize))
"""Probability, 0..1, of each way to redraw the card, in order: as high as leaves the card plain to a person."""
_PRINT_AUGMENTATIONS = (
    (0.4, vary_tone_curves),
    (0.15, misregister_colours),
    (0.3, add_paper_texture),
    (0.1, desaturate),
)
"""Probability, 0..1, of each way to print the card, in order: as high as leaves the card plain to a person."""
