"""流儀 ryūgi: one drawing as other workshops would print it, so that a pattern never seen is still read.

A recogniser that saw nine patterns learns their inks and line widths along with the cards. Here each is varied by
chance while the picture stays (domain randomisation, Tobin 2017; for styles: Geirhos 2019, Zhou 2021).
Every function takes and returns a picture (height, width, 3) BGR of the same size.
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
    """摺り違い surichigai: every ink of the print, paper and lines too, replaced by another of like lightness."""
    lab = _to_lab(face)
    points = lab.reshape(-1, 3)
    some = points[rng.choice(len(points), 300, replace=False)]
    inks = some[: int(rng.integers(4, 9))]
    for _ in range(3):  # a few steps of k-means on a few points: rough inks are enough
        nearest = _squared_distances(some, inks).argmin(axis=1)
        inks = np.stack(
            [some[nearest == ink].mean(axis=0) if (nearest == ink).any() else inks[ink] for ink in range(len(inks))]
        )
    away = _squared_distances(points, inks)
    share = np.exp(-(away - away.min(axis=1, keepdims=True)) / np.float32(2 * 14.0**2))
    share /= share.sum(axis=1, keepdims=True)
    spread = np.array([16, 20, 20], np.float32) * np.float32(rng.uniform(0.3, 1.0))
    moved = rng.standard_normal(inks.shape).astype(np.float32) * spread
    return _to_bgr((points + share @ moved).reshape(lab.shape))


def transfer_colours(face: ColorImage, reference: ColorImage, rng: Rng) -> ColorImage:
    """色移し iroutsushi: another card's colours: the mean and spread of each Lab channel (Reinhard 2001)."""
    lab, other = _to_lab(face), _to_lab(reference)
    share = np.float32(rng.uniform(0.4, 1.0))
    mean, spread = lab.mean(axis=(0, 1)), lab.std(axis=(0, 1)) + 1
    wanted = (lab - mean) / spread * (other.std(axis=(0, 1)) + 1) + other.mean(axis=(0, 1))
    return _to_bgr(lab + share * (wanted - lab))


def vary_tone_curves(face: ColorImage, rng: Rng) -> ColorImage:
    """調子 chōshi: a tone curve of its own for each colour, as faded, overprinted or badly scanned sheets have."""
    steps = np.arange(256, dtype=np.float32) / 255
    table = np.empty((1, 256, 3), np.float32)
    for channel in range(3):
        low, high = rng.uniform(0, 0.25), rng.uniform(0.75, 1.0)
        table[0, :, channel] = low + (high - low) * steps ** np.float32(np.exp(rng.normal(0, 0.35)))
    return np.asarray(cv2.LUT(face, np.asarray(table * 255, np.uint8)), np.uint8)


def vary_line_width(face: ColorImage, rng: Rng) -> ColorImage:
    """線 sen: lines cut thicker or thinner."""
    reach = int(rng.integers(2, 4))
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return np.asarray((cv2.erode if rng.random() < 0.5 else cv2.dilate)(face, brush), np.uint8)


def posterize(face: ColorImage, rng: Rng) -> ColorImage:
    """べた摺り betazuri: flat areas of a few tones, without shades."""
    smooth = cv2.bilateralFilter(face, 5, 40, 3) if rng.random() < 0.5 else face
    step = 255.0 / float(rng.integers(2, 5))
    return np.asarray(np.clip(np.round(smooth / step) * step, 0, 255), np.uint8)


def misregister_colours(face: ColorImage, rng: Rng) -> ColorImage:
    """合羽摺り kappazuri: colours brushed through a stencil that lay a little beside the lines."""
    lab = _to_lab(face)
    shift = rng.normal(0, 0.02, 2) * face.shape[1]
    soft = cv2.GaussianBlur(lab[..., 1:], (0, 0), float(rng.uniform(0.5, 2.5)))
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
    lab[..., 1:] = cv2.warpAffine(soft, matrix, (face.shape[1], face.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    return _to_bgr(lab)


def add_paper_texture(face: ColorImage, rng: Rng) -> ColorImage:
    """地紙 jigami: tinted paper with a grain, the ink taken up unevenly."""
    height, width = face.shape[:2]
    paper = np.clip(rng.normal(225, 22, 3), 150, 255).astype(np.float32) / 255
    lumps = (int(rng.integers(6, height // 2)), int(rng.integers(6, width // 2)))
    grain = cv2.resize(rng.standard_normal(lumps).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)[
        ..., None
    ]
    printed = face.astype(np.float32) * paper * (1 + np.float32(rng.uniform(0, 0.1)) * grain)
    return np.asarray(np.clip(printed, 0, 255), np.uint8)


def desaturate(face: ColorImage, rng: Rng) -> ColorImage:
    """墨摺り sumizuri: printed, or copied, with little or no colour."""
    lab = _to_lab(face)
    lab[..., 1:] = 128 + (lab[..., 1:] - 128) * np.float32(rng.choice([0.0, 0.2, 0.5]))
    return _to_bgr(lab)


def vary_framing(face: ColorImage, rng: Rng) -> ColorImage:
    """枠 waku: the drawing larger or smaller on its card, nearer one edge, with more or less paper around it."""
    height, width = face.shape[:2]
    wide, high = rng.uniform(0.84, 1.12, 2) if rng.random() < 0.5 else [rng.uniform(0.84, 1.12)] * 2
    shift = rng.normal(0, 0.025, 2) * width
    lean = rng.normal(0, 0.02)
    matrix = np.array(
        [
            [wide, lean, (1 - wide) * width / 2 - lean * height / 2 + shift[0]],
            [0, high, (1 - high) * height / 2 + shift[1]],
        ],
        np.float32,
    )
    tone = tuple(float(value) for value in np.percentile(face[::3, ::3].reshape(-1, 3), 85, axis=0))
    return np.asarray(cv2.warpAffine(face, matrix, (width, height), borderValue=tone), np.uint8)


def deform_elastically(face: ColorImage, rng: Rng) -> ColorImage:
    """筆違い fudechigai: the same picture by another hand: every part a little elsewhere (Simard 2003)."""
    height, width = face.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    cells = int(rng.integers(3, 7))
    lumps = rng.standard_normal((cells + 2, cells, 2)).astype(np.float32) * np.float32(width * rng.uniform(0.01, 0.04))
    bent = cv2.resize(lumps, (width, height), interpolation=cv2.INTER_CUBIC) + np.dstack([columns, rows])
    across, down = np.ascontiguousarray(bent[..., 0]), np.ascontiguousarray(bent[..., 1])
    return np.asarray(cv2.remap(face, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def mix_patterns(face: ColorImage, other: ColorImage, rng: Rng) -> ColorImage:
    """The same card of two patterns in one: a part of either, or both at once (mixup, Zhang 2018; CutMix, Yun 2019)."""
    height, width = face.shape[:2]
    other = np.asarray(cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.4:
        share = float(rng.uniform(0.25, 0.75))
        return np.asarray(cv2.addWeighted(face, share, other, 1 - share, 0), np.uint8)
    out = face.copy()
    if rng.random() < 0.5:
        at = int(height * rng.uniform(0.3, 0.7))
        out[at:] = other[at:]
    else:
        at = int(width * rng.uniform(0.3, 0.7))
        out[:, at:] = other[:, at:]
    return out


_RED_RIBBONS_BGR = ((30, 30, 205), (35, 90, 215), (60, 50, 170))
_BLUE_RIBBONS_BGR = ((190, 40, 30), (170, 60, 110), (60, 40, 40))


def paint_ribbon(background: ColorImage, rng: Rng, *, is_blue: bool) -> ColorImage:
    """短冊 tanzaku: a strip of paper, red or blue, written on or bare, over the plants of a month."""
    height, width = background.shape[:2]
    face = background.copy()
    wide, high = width * rng.uniform(0.24, 0.36), height * rng.uniform(0.5, 0.7)
    middle = np.array([width * rng.uniform(0.36, 0.64), height * rng.uniform(0.38, 0.56)])
    lean, slant = width * rng.uniform(-0.14, 0.14), width * rng.uniform(-0.1, 0.1)
    corners = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    corners[:, 0] += np.array([-lean, -lean, lean, lean]) / 2
    corners[:, 1] += np.array([-slant, slant, slant, -slant]) / 2
    strip = np.round(corners + middle).astype(np.int32)
    tones = _BLUE_RIBBONS_BGR if is_blue else _RED_RIBBONS_BGR
    tone = np.clip(np.array(tones[int(rng.integers(len(tones)))]) + rng.normal(0, 18, 3), 0, 255)
    cv2.fillConvexPoly(face, strip, tuple(map(float, tone)))
    if rng.random() < 0.6:
        cv2.polylines(face, [strip], isClosed=True, color=(20, 20, 20), thickness=int(rng.integers(1, 3)))
    if rng.random() < 0.5:
        ink = (25.0, 25.0, 25.0) if rng.random() < 0.7 else (235.0, 235.0, 235.0)
        ends = np.array([corners[:2].mean(axis=0), corners[2:].mean(axis=0)]) * 0.8 + middle
        steps = np.linspace(0, 1, int(rng.integers(8, 16)))[:, None]
        strokes = ends[0] + steps * (ends[1] - ends[0]) + rng.normal(0, 0.05, (len(steps), 2)) * width
        line = [np.round(strokes).astype(np.int32)]
        cv2.polylines(face, line, isClosed=False, color=ink, thickness=int(rng.integers(1, 4)))
    return face


@dataclass(frozen=True, slots=True)
class StyleSources:
    """What a workshop has at hand to vary one card.

    `twins`: the card in every pattern; `plants`: if it is a ribbon, the chaff of its month in every pattern, `blue`:
    and of what colour; `cards`: any cards, to take colours from; `mirrors`: whether it means the same in a mirror.
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
    """The face as a workshop nobody has seen might print it, for crops of `size`: drawn anew, then printed anew."""
    width = size[0] * 3 // 2
    full = (width, round(width * face.shape[0] / face.shape[1]))
    face = np.asarray(cv2.resize(face, full, interpolation=cv2.INTER_AREA), np.uint8)
    if sources.same_month_chaff and rng.random() < _RIBBON_PROBABILITY:
        face = paint_ribbon(_random_resized(sources.same_month_chaff, rng, full), rng, is_blue=sources.has_blue_ribbon)
    elif sources.same_card and rng.random() < _MIX_PROBABILITY:
        face = mix_patterns(face, _random_resized(sources.same_card, rng, full), rng)
    if sources.can_mirror and rng.random() < _MIRROR_PROBABILITY:
        face = np.ascontiguousarray(face[:, ::-1])
    for chance, hand in _DRAWING_AUGMENTATIONS:
        if rng.random() < chance:
            face = hand(face, rng)
    way = rng.random()
    if way < _INK_SWAP_PROBABILITY:
        face = swap_inks(face, rng)
    elif way < _INK_SWAP_PROBABILITY + _COLOUR_TRANSFER_PROBABILITY:
        face = transfer_colours(face, _random_resized(sources.cards, rng, full), rng)
    for chance, press in _PRINT_AUGMENTATIONS:
        if rng.random() < chance:
            face = press(face, rng)
    return face


_RIBBON_PROBABILITY, _MIX_PROBABILITY, _MIRROR_PROBABILITY = 0.35, 0.2, 0.35
_INK_SWAP_PROBABILITY, _COLOUR_TRANSFER_PROBABILITY = 0.4, 0.2
_DRAWING_AUGMENTATIONS = ((0.5, vary_framing), (0.6, deform_elastically), (0.35, vary_line_width), (0.15, posterize))
_PRINT_AUGMENTATIONS = (
    (0.4, vary_tone_curves),
    (0.15, misregister_colours),
    (0.3, add_paper_texture),
    (0.1, desaturate),
)
"""How often each is used: as much as leaves the card plain to a person."""
