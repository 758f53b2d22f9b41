"""写し utsushi: what the sketching network is to say of a table: where cards are, their outlines, their borders."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.detection.proposal_network import BORDER_CELL_PX, LENGTH_UNIT_PX, STRIDE_PX
from scanner.synth.backgrounds import Rng
from scanner.training.detector.scenes import LabelledScene

CROP_SIDE_PX = 320
"""It learns from squares of so many pixels."""
_MIN_VISIBLE_SHARE, _FULL_WEIGHT_VISIBLE_SHARE = 0.2, 0.6
"""Of a card of which less shows nothing can be said; one of which more shows counts full."""
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DetectorSample:
    """A square of a table and what is true of it.

    `picture` (SIDE, SIDE, 3), -0.5..0.5. On a grid of cells of STRIDE: `inside` (n, n) 0 or 1; `place` (6, n, n) the
    card's middle from the cell's, then its width and height with twice their angle, in UNIT; `weight` (n, n) how much
    that counts; `size` (n, n) the card's, in UNIT. `borders` (m, m) 0 or 1, in cells of CELL.
    """

    picture: Floats
    inside: Floats
    box_targets: Floats
    box_weight: Floats
    card_size: Floats
    borders: Floats


def _double_angles(sides: NDArray[np.floating]) -> Floats:
    """Ways (n, 2) with twice their angle, as long as before."""
    length = np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-6)
    x, y = sides[:, :1], sides[:, 1:]
    return np.asarray(np.concatenate([x * x - y * y, 2 * x * y], axis=1) / length, np.float32)


def border_map(instance_ids: NDArray[np.int8]) -> Floats:
    """The cells (height / CELL, width / CELL) in which one card, or the table, ends and another begins."""
    edge = np.zeros(instance_ids.shape, bool)
    across, down = instance_ids[:, 1:] != instance_ids[:, :-1], instance_ids[1:] != instance_ids[:-1]
    edge[:, 1:] |= across
    edge[:, :-1] |= across
    edge[1:] |= down
    edge[:-1] |= down
    height, width = instance_ids.shape
    cells = edge.reshape(height // BORDER_CELL_PX, BORDER_CELL_PX, width // BORDER_CELL_PX, BORDER_CELL_PX)
    return np.asarray(cells.any(axis=(1, 3)), np.float32)


def build_targets(
    picture: Floats, instance_ids: NDArray[np.int8], corners: Floats, visible_shares: Floats
) -> DetectorSample:
    """What is true of a square picture, whose pixels show cards by number, with corners (n, 4, 2)."""
    cells = instance_ids.shape[0] // STRIDE_PX
    numbers = instance_ids[STRIDE_PX // 2 - 1 :: STRIDE_PX, STRIDE_PX // 2 - 1 :: STRIDE_PX].astype(int)
    inside = numbers >= 0
    place, weight, size = np.zeros((6, cells, cells)), np.zeros((cells, cells)), np.ones((cells, cells))
    if len(corners):
        right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
        down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
        whole = np.concatenate([corners.mean(axis=1), _double_angles(right), _double_angles(down)], axis=1)
        of = np.where(inside, numbers, 0)
        y, x = np.mgrid[0:cells, 0:cells] * STRIDE_PX + (STRIDE_PX - 1) / 2
        there = whole[of]
        there[..., 0] -= x
        there[..., 1] -= y
        place = there.transpose(2, 0, 1) / LENGTH_UNIT_PX
        counts = np.where(
            visible_shares > _MIN_VISIBLE_SHARE, np.clip(visible_shares / _FULL_WEIGHT_VISIBLE_SHARE, 0, 1), 0
        )
        weight = np.where(inside, counts[of], 0)
        size = (np.sqrt(np.linalg.norm(right, axis=1) * np.linalg.norm(down, axis=1)) / LENGTH_UNIT_PX)[of]
    of_cells = [np.asarray(one, np.float32) for one in (inside, place, weight, size)]
    return DetectorSample(picture, of_cells[0], of_cells[1], of_cells[2], of_cells[3], border_map(instance_ids))


def _jitter_light(picture: NDArray[np.floating], rng: Rng) -> Floats:
    """Other light, 0..1."""
    picture = picture * rng.normal(1, 0.12, 3).astype(np.float32) * np.float32(rng.uniform(0.7, 1.25))
    if rng.random() < 0.3:
        picture = np.clip(picture, 0, 1) ** np.float32(rng.uniform(0.7, 1.4))
    if rng.random() < 0.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.2))), np.float32)
    return np.asarray(np.clip(picture, 0, 1), np.float32)


def sample_crop(scene: LabelledScene, rng: Rng) -> DetectorSample:
    """A square of the table: somewhere, turned, perhaps mirrored, a little larger or smaller, in other light."""
    height, width = scene.instance_ids.shape
    zoom = rng.uniform(0.8, 1.25) if rng.random() < 0.4 else 1.0
    side = min(round(CROP_SIDE_PX / zoom), height, width)
    zoom = CROP_SIDE_PX / side
    top, left = int(rng.integers(0, height - side + 1)), int(rng.integers(0, width - side + 1))
    picture, owner = (one[top : top + side, left : left + side] for one in (scene.picture, scene.instance_ids))
    corners = scene.corners - np.array([left, top], np.float32)
    if side != CROP_SIDE_PX:
        way = cv2.INTER_AREA if side > CROP_SIDE_PX else cv2.INTER_LINEAR
        picture = np.asarray(cv2.resize(picture, (CROP_SIDE_PX, CROP_SIDE_PX), interpolation=way), np.uint8)
        owner = np.asarray(cv2.resize(owner, (CROP_SIDE_PX, CROP_SIDE_PX), interpolation=cv2.INTER_NEAREST), np.int8)
        corners = ((corners + 0.5) * zoom - 0.5).astype(np.float32)
    if rng.random() < 0.5:
        picture, owner = picture[:, ::-1], owner[:, ::-1]
        corners = np.stack([CROP_SIDE_PX - 1 - corners[..., 0], corners[..., 1]], axis=-1)
    turns = int(rng.integers(4))
    picture, owner = np.rot90(picture, turns), np.rot90(owner, turns)
    for _ in range(turns):
        corners = np.stack([corners[..., 1], CROP_SIDE_PX - 1 - corners[..., 0]], axis=-1)
    lit = _jitter_light(np.ascontiguousarray(picture, np.float32) / 255, rng)
    return build_targets(lit - np.float32(0.5), np.ascontiguousarray(owner), corners, scene.visible_shares)
