"""The detection network: what its output means, votes for one card, any picture, damaged files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import models
from scanner.detection import network
from scanner.detection.network import DetectionNetwork, cluster_votes, decode_output, without_duplicates
from scanner.imaging.geometry import Quad
from scanner.training.card_sets import project_card_set
from scanner.training.detector.scenes import LabelledScene, prepare_deck_art, render_scene
from scanner.training.detector.targets import CROP_SIDE_PX, build_targets
from tests.support import tiny_network
from tests.support.detected_cards import box

FILE = Path(models.__path__[0]) / "detector/proposals.onnx"


def _clear(scene: LabelledScene) -> NDArray[np.intp]:
    """Numbers of the cards of which most shows in the scene's upper left."""
    is_within = ((scene.corners > 0) & (scene.corners < CROP_SIDE_PX)).all(axis=(1, 2))
    return np.flatnonzero((scene.visible_shares > 0.6) & is_within)


@pytest.fixture(scope="module")
def scene() -> LabelledScene:
    """A table with hanafuda of our own, as the network learns from."""
    deck = prepare_deck_art("hanafuda", [face for _, face in project_card_set("hanafuda").faces[:4]])
    scenes = (render_scene(np.random.default_rng([5, seed]), [deck], []) for seed in range(40))
    return next(one for one in scenes if len(one.corners) >= 4 and len(_clear(one)) >= 2)


@pytest.fixture(scope="module")
def shipped() -> DetectionNetwork:
    """The network that comes with the program."""
    return DetectionNetwork(FILE.read_bytes())


def _offset_widths(quad: Quad, found: list[Quad]) -> float:
    """Offset of the worst corner of the nearest outline, in card widths."""
    ways = [np.linalg.norm(np.roll(one, turn, axis=0) - quad, axis=1).max() for one in found for turn in range(4)]
    return float(min(ways, default=np.inf) / np.linalg.norm(quad[1] - quad[0]))


def test_the_targets_of_a_scene_decode_to_its_cards(scene: LabelledScene) -> None:
    square = slice(0, CROP_SIDE_PX)
    picture = scene.picture[square, square].astype(np.float32) / 255 - 0.5
    targets = build_targets(picture, scene.instance_ids[square, square], scene.corners, scene.visible_shares)
    log_odds = np.where(targets.inside > 0, 8, -8)[None].astype(np.float32)
    inside, quads, error = decode_output(np.concatenate([log_odds, targets.box_targets, np.zeros_like(log_odds)]))
    cells = np.argwhere(targets.box_weight > 0)
    assert len(cells) > 20
    for row, column in cells.tolist():
        number = int(scene.instance_ids[row * network.STRIDE_PX + 3, column * network.STRIDE_PX + 3])
        assert inside[row, column] > 0.9
        assert _offset_widths(scene.corners[number], [quads[row, column]]) < 0.15  # perspective bends a rectangle
    found = list(cluster_votes(inside, quads, error))
    assert all(_offset_widths(scene.corners[number], found) < 0.15 for number in _clear(scene))


def test_votes_for_one_card_are_averaged_by_their_error_and_single_ones_are_noise() -> None:
    good, poor = box(10, 10, 40, 60), box(12, 10, 40, 60)
    quads = np.stack([good, poor, np.roll(good, 2, axis=0), box(200, 10, 40, 60)])[None]
    errors = np.array([[-2.0, 0.0, -2.0, -2.0]], np.float32)
    (found,) = cluster_votes(np.ones((1, 4), np.float32), quads, errors)
    assert np.abs(found - good).max() < 0.1
    assert cluster_votes(np.zeros((1, 4), np.float32), quads, errors).shape == (0, 4, 2)


def test_cards_too_narrow_and_too_wide_have_no_votes() -> None:
    for width in (4, 400):
        quads = np.stack([box(10, 10, width, 1.6 * width)] * 3)[None]
        assert not len(cluster_votes(np.ones((1, 3), np.float32), quads, np.zeros((1, 3), np.float32)))


def test_of_quads_nearly_alike_either_way_up_the_first_stays() -> None:
    first, apart = box(10, 10, 40, 60), box(30, 10, 40, 60)
    quads = [first, first + 2, np.roll(first, 2, axis=0), apart]
    kept = without_duplicates(quads)
    assert [quad.tolist() for quad in kept] == [first.tolist(), apart.tolist()]
    assert without_duplicates([]) == []


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (17, 33)])
def test_any_picture_is_looked_at(shipped: DetectionNetwork, size: tuple[int, int]) -> None:
    for tone in (0, 255):
        for quad in shipped.propose(np.full((*size, 3), tone, np.uint8)):
            assert quad.shape == (4, 2)
            assert np.isfinite(quad).all()


def test_bytes_that_are_no_network_are_refused() -> None:
    whole = FILE.read_bytes()
    other = (FILE.parent / "refinement.onnx").read_bytes()
    one_step = tiny_network.network("Mul", ("n", 3, "h", "w"), ("x", "w"), tiny_network.tensor("w", [2.0]))
    for data in (b"", b"no network", whole[: len(whole) // 2], other, one_step):
        with pytest.raises(ValueError, match="network"):
            DetectionNetwork(data)
