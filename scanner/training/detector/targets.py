"""Training targets of the detection network: inside map and boxes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.votes import LENGTH_UNIT_PX, STRIDE_PX
from scanner.synth.backgrounds import Rng
from scanner.training.detector.scenes import LabelledScene

CROP_SIDE_PX = 320
"""Side in pixels of the square training crops: room for the widest card (150 pixels) with its surroundings."""
_MIN_VISIBLE_SHARE = 0.08
"""Visible share of a card, 0..1, up to which its cells have no weight: its outline cannot be inferred."""
_FULL_WEIGHT_VISIBLE_SHARE = 0.33
"""Visible share of a card, 0..1, from which on its cells have full weight; the weight rises to it in proportion."""
_FULL_WEIGHT_CELLS = 12
"""Cells up to which each cell of a card has full weight. Of larger cards each cell counts less, so that a card in a fan
of which a strip shows is not outweighed by the whole card on top."""
_MIN_CELL_WEIGHT = 0.4
"""Weight, 0..1, of a cell of a very large card."""
_OVEREXPOSED_SHARE = 0.12
"""Share of the crops, 0..1, that are overexposed: where the table is dark, cameras burn the white of the cards."""
_OVEREXPOSURE = (1.25, 2.2)
"""Factors of the brightness of these crops. By the largest, all paper is pure white and pale prints are hardly seen."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DetectorSample:
    """A square crop of a scene and its training targets.

    `picture` (CROP_SIDE_PX, CROP_SIDE_PX, 3), -0.5..0.5. On a grid of cells of STRIDE_PX pixels: `inside` (n, n), 0 or
    1; `box_targets` (8, n, n), the card's centre relative to the cell's in units of its size (the geometric mean of its
    sides), the logarithms of its width and height in LENGTH_UNIT_PX, and the directions of both with doubled angles, as
    unit vectors; `box_weight` (n, n), 0..1, the weight of these targets in the loss.
    """

    picture: Floats
    inside: Floats
    box_targets: Floats
    box_weight: Floats


def _doubled_directions(sides: NDArray[np.floating]) -> Floats:
    """The unit vectors (n, 2) of twice the angle of vectors (n, 2): the same for a card turned by 180 degrees."""
    squared = np.maximum((sides**2).sum(axis=1, keepdims=True), 1e-6)
    x, y = sides[:, :1], sides[:, 1:]
    return np.asarray(np.concatenate([x * x - y * y, 2 * x * y], axis=1) / squared, np.float32)


def build_targets(
    picture: Floats, instance_ids: NDArray[np.int8], corners: Floats, visible_shares: Floats
) -> DetectorSample:
    """The targets of a square picture.

    `instance_ids`: the number of the card that each pixel shows, or -1; `corners` (n, 4, 2); `visible_shares` (n,).
    """
    cells = instance_ids.shape[0] // STRIDE_PX
    numbers = instance_ids[STRIDE_PX // 2 - 1 :: STRIDE_PX, STRIDE_PX // 2 - 1 :: STRIDE_PX].astype(int)
    inside = numbers >= 0
    boxes, weight = np.zeros((8, cells, cells)), np.zeros((cells, cells))
    if len(corners):
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        lengths = np.stack([np.linalg.norm(side, axis=1) for side in (right, down)], axis=1) / LENGTH_UNIT_PX
        log_lengths = np.log(np.maximum(lengths, 1e-3))
        card_sizes = np.exp(log_lengths.mean(axis=1))
        card_boxes = np.concatenate(
            [corners.mean(axis=1), log_lengths, _doubled_directions(right), _doubled_directions(down)], axis=1
        )
        card_of_cell = np.where(inside, numbers, 0)
        size = card_sizes[card_of_cell]
        y, x = np.mgrid[0:cells, 0:cells] * STRIDE_PX + (STRIDE_PX - 1) / 2
        cell_boxes = card_boxes[card_of_cell]
        cell_boxes[..., :2] = (cell_boxes[..., :2] - np.stack([x, y], axis=-1)) / (size * LENGTH_UNIT_PX)[..., None]
        boxes = cell_boxes.transpose(2, 0, 1)
        card_weights = _cell_weights(visible_shares, np.bincount(numbers[inside], minlength=len(corners)))
        weight = np.where(inside, card_weights[card_of_cell], 0)
    return DetectorSample(picture, *(np.asarray(grid, np.float32) for grid in (inside, boxes, weight)))


def _cell_weights(visible_shares: Floats, cell_counts: NDArray[np.intp]) -> Floats:
    """Weight 0..1 of each cell of each card (n,), of which so much shows in so many cells."""
    shown = (visible_shares - _MIN_VISIBLE_SHARE) / (_FULL_WEIGHT_VISIBLE_SHARE - _MIN_VISIBLE_SHARE)
    per_cell = np.sqrt(_FULL_WEIGHT_CELLS / np.maximum(cell_counts, 1))
    return np.asarray(np.clip(shown, 0, 1) * np.clip(per_cell, _MIN_CELL_WEIGHT, 1), np.float32)


def random_exposure(rng: Rng) -> np.float32:
    """A factor of a picture's brightness: a little darker or brighter, now and then so bright that paper is burnt."""
    return np.float32(rng.uniform(*_OVEREXPOSURE) if rng.random() < _OVEREXPOSED_SHARE else rng.uniform(0.7, 1.25))


def _jitter_light(picture: NDArray[np.floating], rng: Rng) -> Floats:
    """The picture, 0..1, with random tint, brightness, gamma and blur; 0..1."""
    picture = picture * rng.normal(1, 0.12, 3).astype(np.float32) * random_exposure(rng)
    if rng.random() < 0.3:
        picture = np.clip(picture, 0, 1) ** np.float32(rng.uniform(0.7, 1.4))
    if rng.random() < 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.2))), np.float32)
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def sample_crop(scene: LabelledScene, rng: Rng) -> DetectorSample:
    """A random square crop of the scene: rotated by quarter turns, perhaps mirrored and rescaled, in other light."""
    height, width = scene.instance_ids.shape
    zoom = rng.uniform(0.7, 1.5) if rng.random() < 0.5 else 1.0
    side = min(round(CROP_SIDE_PX / zoom), height, width)
    zoom = CROP_SIDE_PX / side
    top, left = int(rng.integers(0, height - side + 1)), int(rng.integers(0, width - side + 1))
    picture, ids = (image[top : top + side, left : left + side] for image in (scene.picture, scene.instance_ids))
    corners = scene.corners - np.array([left, top], np.float32)
    if side != CROP_SIDE_PX:
        interpolation = cv2.INTER_AREA if side > CROP_SIDE_PX else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(picture, (CROP_SIDE_PX, CROP_SIDE_PX), interpolation=interpolation), np.uint8)
        ids = np.asarray(cv2.resize(ids, (CROP_SIDE_PX, CROP_SIDE_PX), interpolation=cv2.INTER_NEAREST), np.int8)
        corners = ((corners + 0.5) * zoom - 0.5).astype(np.float32)
    if rng.random() < 0.5:
        picture, ids = picture[:, ::-1], ids[:, ::-1]
        corners = np.stack([CROP_SIDE_PX - 1 - corners[..., 0], corners[..., 1]], axis=-1)
    quarter_turns = int(rng.integers(4))
    picture, ids = np.rot90(picture, quarter_turns), np.rot90(ids, quarter_turns)
    for _ in range(quarter_turns):
        corners = np.stack([corners[..., 1], CROP_SIDE_PX - 1 - corners[..., 0]], axis=-1)
    lit = _jitter_light(np.ascontiguousarray(picture, np.float32) / 255, rng)
    return build_targets(lit - np.float32(0.5), np.ascontiguousarray(ids, np.int8), corners, scene.visible_shares)
