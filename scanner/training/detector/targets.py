"""Training targets of the proposal network: inside map, boxes and borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.proposals.proposal_network import BORDER_CELL_PX, LENGTH_UNIT_PX, STRIDE_PX
from scanner.synth.backgrounds import Rng
from scanner.training.detector.scenes import LabelledScene

CROP_SIDE_PX = 320
"""Side in pixels of the square training crops: room for the widest card (92 pixels) with its surroundings."""
_MIN_VISIBLE_SHARE = 0.2
"""Visible share of a card, 0..1, up to which its cells have no weight: its outline cannot be inferred."""
_FULL_WEIGHT_VISIBLE_SHARE = 0.6
"""Visible share of a card, 0..1, from which on its cells have full weight; below it the weight is proportional."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DetectorSample:
    """A square crop of a scene and its training targets.

    `picture` (CROP_SIDE_PX, CROP_SIDE_PX, 3), -0.5..0.5. On a grid of cells of STRIDE_PX pixels: `inside` (n, n), 0 or
    1; `box_targets` (6, n, n), the card's centre relative to the cell's, then its width vector and its height vector
    with doubled angles, in LENGTH_UNIT_PX; `box_weight` (n, n), 0..1, the weight of these targets in the loss;
    `card_size` (n, n), the geometric mean of the card's sides, in LENGTH_UNIT_PX. `borders` (m, m), 0 or 1, on a grid
    of cells of BORDER_CELL_PX pixels.
    """

    picture: Floats
    inside: Floats
    box_targets: Floats
    box_weight: Floats
    card_size: Floats
    borders: Floats


def _double_angles(sides: NDArray[np.floating]) -> Floats:
    """The vectors (n, 2) with doubled angles and the same lengths."""
    length = np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-6)
    x, y = sides[:, :1], sides[:, 1:]
    return np.asarray(np.concatenate([x * x - y * y, 2 * x * y], axis=1) / length, np.float32)


def border_map(instance_ids: NDArray[np.int8]) -> Floats:
    """Cells (height / BORDER_CELL_PX, width / BORDER_CELL_PX), 0 or 1, in which a card, or the table, meets another."""
    edge = np.zeros(instance_ids.shape, bool)
    changes_across, changes_down = instance_ids[:, 1:] != instance_ids[:, :-1], instance_ids[1:] != instance_ids[:-1]
    edge[:, 1:] |= changes_across
    edge[:, :-1] |= changes_across
    edge[1:] |= changes_down
    edge[:-1] |= changes_down
    height, width = instance_ids.shape
    cells = edge.reshape(height // BORDER_CELL_PX, BORDER_CELL_PX, width // BORDER_CELL_PX, BORDER_CELL_PX)
    return np.asarray(cells.any(axis=(1, 3)), np.float32)


def build_targets(
    picture: Floats, instance_ids: NDArray[np.int8], corners: Floats, visible_shares: Floats
) -> DetectorSample:
    """The targets of a square picture.

    `instance_ids`: the number of the card that each pixel shows, or -1; `corners` (n, 4, 2); `visible_shares` (n,).
    """
    cells = instance_ids.shape[0] // STRIDE_PX
    numbers = instance_ids[STRIDE_PX // 2 - 1 :: STRIDE_PX, STRIDE_PX // 2 - 1 :: STRIDE_PX].astype(int)
    inside = numbers >= 0
    boxes, weight, size = np.zeros((6, cells, cells)), np.zeros((cells, cells)), np.ones((cells, cells))
    if len(corners):
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        card_boxes = np.concatenate([corners.mean(axis=1), _double_angles(right), _double_angles(down)], axis=1)
        card_of_cell = np.where(inside, numbers, 0)
        y, x = np.mgrid[0:cells, 0:cells] * STRIDE_PX + (STRIDE_PX - 1) / 2
        cell_boxes = card_boxes[card_of_cell]
        cell_boxes[..., 0] -= x
        cell_boxes[..., 1] -= y
        boxes = cell_boxes.transpose(2, 0, 1) / LENGTH_UNIT_PX
        card_weights = np.where(
            visible_shares > _MIN_VISIBLE_SHARE, np.clip(visible_shares / _FULL_WEIGHT_VISIBLE_SHARE, 0, 1), 0
        )
        weight = np.where(inside, card_weights[card_of_cell], 0)
        card_sizes = np.sqrt(np.linalg.norm(right, axis=1) * np.linalg.norm(down, axis=1)) / LENGTH_UNIT_PX
        size = card_sizes[card_of_cell]
    inside_map, box_targets, box_weight, card_size = (
        np.asarray(grid, np.float32) for grid in (inside, boxes, weight, size)
    )
    return DetectorSample(picture, inside_map, box_targets, box_weight, card_size, border_map(instance_ids))


def _jitter_light(picture: NDArray[np.floating], rng: Rng) -> Floats:
    """The picture, 0..1, with random tint, brightness, gamma and blur; 0..1."""
    picture = picture * rng.normal(1, 0.12, 3).astype(np.float32) * np.float32(rng.uniform(0.7, 1.25))
    if rng.random() < 0.3:
        picture = np.clip(picture, 0, 1) ** np.float32(rng.uniform(0.7, 1.4))
    if rng.random() < 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.2))), np.float32)
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def sample_crop(scene: LabelledScene, rng: Rng) -> DetectorSample:
    """A random square crop of the scene: rotated by quarter turns, perhaps mirrored and rescaled, in other light."""
    height, width = scene.instance_ids.shape
    zoom = rng.uniform(0.8, 1.25) if rng.random() < 0.4 else 1.0
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
    return build_targets(lit - np.float32(0.5), np.ascontiguousarray(ids), corners, scene.visible_shares)
