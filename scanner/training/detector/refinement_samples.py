"""Training samples of the refinement network: crops and targets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.refinement import CROP_SIZE, MARGIN_WIDTHS, MASK_SIZE, to_crop
from scanner.imaging.geometry import OPPOSITE_CORNER, ImagePyramid, Quad, expand_quad, quad_size, rectangle
from scanner.synth.backgrounds import Rng
from scanner.training.detector.scenes import LabelledScene
from scanner.training.detector.targets import random_exposure

_DETECTED_SHARE = 0.5
"""Share of the samples, 0..1, around outlines that the detector proposed; the rest are made from the true ones."""
_NEGATIVE_SHARE = 0.12
"""Share of the samples, 0..1, around outlines that are far from every card's."""
_MAX_OFFSET_WIDTHS = 0.5
"""Offset of the worst corner in card widths up to which the outline is to be moved onto that card."""
_MAX_CARD_OFFSET_WIDTHS = 0.3
"""Offset of the worst corner in card widths up to which the outline is one of that card. Beyond `_MAX_OFFSET_WIDTHS` it
is none; between both, nobody asks."""
_HIDDEN_CORNER_WEIGHT = 0.3
"""Weight, 0..1, of a corner that something hides: it can only be guessed."""
_MIN_VISIBLE_SHARE = 0.06
"""Share of a card, 0..1, that must show for it to be learned: nobody could tell where less of a card ends."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ScenePyramid:
    """A scene at halved sizes, with the outlines that the detector proposed in it, (n, 4, 2)."""

    scene: LabelledScene
    pyramid: ImagePyramid
    proposals: Sequence[Quad]


@dataclass(frozen=True, slots=True)
class RefinementSample:
    """A crop around an outline and what the network should say of it.

    `picture` (height, width, 3) -0.5..0.5 of `CROP_SIZE`; `corners` (8,): where the card's corners are, in the crop,
    from the outline's own; `mask` (rows, columns) of `MASK_SIZE`, 0..1: how much of each cell shows the
    card; `is_card` 1 or 0, -1 if undecided; `is_back` 1 or 0; `weight` 0..1 of the corners and the mask.
    """

    picture: Floats
    corners: Floats
    mask: Floats
    is_card: float
    is_back: float
    weight: float
    corner_weights: Floats


def _jitter(quad: Quad, rng: Rng) -> Quad:
    """An outline moved, scaled, turned and bent, mostly by little."""
    width, _ = quad_size(quad)
    spread = float(rng.choice([0.4, 1.0, 2.2], p=[0.35, 0.45, 0.2]))
    centre = quad.mean(axis=0)
    angle = np.radians(rng.normal(0, 2.5 * spread))
    cos, sin = np.cos(angle), np.sin(angle)
    scales = np.exp(rng.normal(0, 0.045 * spread, 2))
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    axes = np.stack([right / max(float(np.linalg.norm(right)), 1e-3), down / max(float(np.linalg.norm(down)), 1e-3)])
    local = np.linalg.solve(axes.T, (quad - centre).T).T * scales
    turned = local @ axes @ np.array([[cos, sin], [-sin, cos]])
    moved = turned + centre + rng.normal(0, 0.055 * spread, 2) * width
    return np.asarray(moved + rng.normal(0, 0.015 * spread, (4, 2)) * width, np.float32)


def _random_outline(scene: LabelledScene, rng: Rng) -> Quad:
    """An outline anywhere, the size of some card of the scene."""
    height, width = scene.instance_ids.shape
    if len(scene.corners):
        quad = scene.corners[int(rng.integers(len(scene.corners)))]
        centre = quad.mean(axis=0)
        if rng.random() < 0.5:
            place = centre + rng.normal(0, 0.7, 2) * quad_size(quad)[0]
        else:
            place = rng.random(2) * (width, height)
    else:
        side = rng.uniform(20, 120)
        quad = rectangle(side, 1.6 * side)
        centre, place = quad.mean(axis=0), rng.random(2) * (width, height)
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.3)
    cos, sin = np.cos(angle), np.sin(angle)
    scale = np.exp(rng.normal(0, 0.25))
    return np.asarray((quad - centre) @ np.array([[cos, sin], [-sin, cos]]) * scale + place, np.float32)


def draw_sample(source: ScenePyramid, rng: Rng) -> RefinementSample:
    """A random sample of a scene."""
    scene = source.scene
    showing = np.flatnonzero(scene.visible_shares > _MIN_VISIBLE_SHARE)
    draw = rng.random()
    if draw < _NEGATIVE_SHARE or not len(showing):
        quad = _random_outline(scene, rng)
    elif draw < _NEGATIVE_SHARE + _DETECTED_SHARE and len(source.proposals):
        quad = source.proposals[int(rng.integers(len(source.proposals)))]
        quad = _jitter(quad, rng) if rng.random() < 0.3 else quad
    else:
        quad = _jitter(scene.corners[int(rng.choice(showing))], rng)
    if rng.random() < 0.5:
        quad = quad[OPPOSITE_CORNER]
    return make_sample(source, np.ascontiguousarray(quad, np.float32), rng)


def make_sample(source: ScenePyramid, quad: Quad, rng: Rng) -> RefinementSample:
    """The sample around an outline in pixels of the scene."""
    scene = source.scene
    width = max(quad_size(quad)[0], 1.0)
    corners, is_card, is_back, weight = np.zeros(8, np.float32), 0.0, 0.0, 0.0
    corner_weights = np.ones(8, np.float32)
    outline = expand_quad(quad, MARGIN_WIDTHS)
    mask = np.zeros((MASK_SIZE[1], MASK_SIZE[0]), np.float32)
    if len(scene.corners):
        straight = np.abs(scene.corners - quad).max(axis=(1, 2))
        turned = np.abs(scene.corners[:, OPPOSITE_CORNER] - quad).max(axis=(1, 2))
        offsets = np.minimum(straight, turned) / width
        seen = np.where(scene.visible_shares > _MIN_VISIBLE_SHARE, offsets, np.inf)
        number = int(np.argmin(seen))
        if seen[number] < _MAX_OFFSET_WIDTHS:
            is_card = 1.0 if seen[number] < _MAX_CARD_OFFSET_WIDTHS else -1.0
            true = (
                scene.corners[number] if straight[number] <= turned[number] else scene.corners[number][OPPOSITE_CORNER]
            )
            corners = to_crop(true, outline).reshape(8) - to_crop(quad, outline).reshape(8)
            is_back = float(scene.is_back[number])
            shown = (scene.visible_shares[number] - _MIN_VISIBLE_SHARE) / 0.3
            weight = float(np.clip(shown, 0.15, 1))
            corner_weights = np.repeat(_corner_weights(scene.instance_ids == number, true), 2)
            mask = _crop_mask(scene.instance_ids == number, outline)
    picture = source.pyramid.rectify(outline, CROP_SIZE).astype(np.float32)
    picture = picture * rng.normal(1, 0.07, 3).astype(np.float32) * random_exposure(rng)
    if rng.random() < 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.3))), np.float32)
    if rng.random() < 0.3:
        picture = picture + rng.normal(0, rng.uniform(1, 9), picture.shape).astype(np.float32)
    lit = np.clip(picture / 255, 0, 1) - np.float32(0.5)
    return RefinementSample(lit.astype(np.float32), corners, mask, is_card, is_back, weight, corner_weights)


def _corner_weights(shows: NDArray[np.bool_], corners: Quad) -> Floats:
    """Weights (4,) of the corners of a card, of which each pixel of `shows` tells whether it shows it."""
    inside = np.rint(corners + (corners.mean(axis=0) - corners) * np.float32(0.08)).astype(int)
    height, width = shows.shape
    within = ((inside >= 0) & (inside < (width, height))).all(axis=1)
    x, y = np.clip(inside, 0, (width - 1, height - 1)).T
    return np.where(within & shows[y, x], 1, _HIDDEN_CORNER_WEIGHT).astype(np.float32)


def _crop_mask(shows: NDArray[np.bool_], outline: Quad) -> Floats:
    """How much of each cell of the crop along `outline` shows, (rows, columns) of MASK_SIZE."""
    fine = (4 * MASK_SIZE[0], 4 * MASK_SIZE[1])
    corners = np.array([[0, 0], [fine[0], 0], fine, [0, fine[1]]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(outline, corners)
    warped = cv2.warpPerspective(shows.astype(np.float32), matrix, fine, flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(warped, MASK_SIZE, interpolation=cv2.INTER_AREA), np.float32)
