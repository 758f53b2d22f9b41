"""Votes of the detection network's cells, and the cards they propose."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.votes import (
    CONFIG,
    STRIDE_PX,
    Cluster,
    Votes,
    cluster_votes,
    select_proposals,
    to_votes,
)
from scanner.imaging.geometry import Quad
from scanner.training.card_sets import project_card_set
from scanner.training.detector.scenes import LabelledScene, prepare_deck_art, render_scene
from scanner.training.detector.targets import CROP_SIDE_PX, build_targets
from tests.support.detected_cards import box


def _clear_cards(scene: LabelledScene) -> NDArray[np.intp]:
    """Numbers of the cards in the scene's upper left that show most of themselves."""
    is_within = ((scene.corners > 0) & (scene.corners < CROP_SIDE_PX)).all(axis=(1, 2))
    return np.flatnonzero((scene.visible_shares > 0.6) & is_within)


@pytest.fixture(scope="module")
def scene() -> LabelledScene:
    """A training scene with our own hanafuda."""
    deck = prepare_deck_art("hanafuda", [face for _, face in project_card_set("hanafuda").faces[:4]])
    scenes = (render_scene(np.random.default_rng([5, seed]), [deck], []) for seed in range(40))
    return next(one for one in scenes if len(one.corners) >= 4 and len(_clear_cards(one)) >= 2)


def _offset_widths(quad: Quad, found: list[Quad]) -> float:
    """Offset of the worst corner of the nearest outline, in card widths."""
    ways = [np.linalg.norm(np.roll(one, turn, axis=0) - quad, axis=1).max() for one in found for turn in range(4)]
    return float(min(ways, default=np.inf) / np.linalg.norm(quad[1] - quad[0]))


def test_the_targets_of_a_scene_decode_to_its_cards(scene: LabelledScene) -> None:
    square = slice(0, CROP_SIDE_PX)
    picture = scene.picture[square, square].astype(np.float32) / 255 - 0.5
    targets = build_targets(picture, scene.instance_ids[square, square], scene.corners, scene.visible_shares)
    log_odds = np.where(targets.inside > 0, 8, -8)[None].astype(np.float32)
    output = np.concatenate([log_odds, targets.box_targets, np.zeros_like(log_odds)])
    votes = to_votes(output, 1.0)
    quads = dict(zip(map(tuple, (votes.cells // STRIDE_PX).astype(int).tolist()), votes.quads, strict=True))
    cells = np.argwhere(targets.box_weight > 0)
    assert len(cells) > 20
    for row, column in cells.tolist():
        number = int(scene.instance_ids[row * STRIDE_PX + 3, column * STRIDE_PX + 3])
        quad = quads[column, row].reshape(4, 2)
        assert _offset_widths(scene.corners[number], [quad]) < 0.15  # perspective bends a rectangle
    found = select_proposals(cluster_votes(votes))
    assert all(_offset_widths(scene.corners[number], found) < 0.15 for number in _clear_cards(scene))


def _build_votes(quads: list[Quad], errors: list[float]) -> Votes:
    """Votes for quads, each by a cell of 8 pixels in its middle."""
    corners = np.stack(quads).astype(np.float32)
    return Votes(corners.reshape(-1, 8), corners.mean(axis=1), np.array(errors, np.float32), 8.0)


def test_votes_for_one_card_are_averaged_by_their_error_and_single_ones_are_noise() -> None:
    good, poor = box(10, 10, 40, 60), box(12, 10, 40, 60)
    votes = _build_votes([good, poor, np.roll(good, 2, axis=0), box(200, 10, 40, 60)], [-2, 0, -2, -2])
    (found,) = cluster_votes(votes)
    assert np.abs(found.quad - good).max() < 0.1
    assert found.support == pytest.approx(3 * 64 / 2400, rel=0.01)
    assert found.log_error == pytest.approx(-1.8, abs=0.05)


def test_votes_that_expect_large_errors_and_those_for_hardly_any_of_a_card_propose_none() -> None:
    quad = box(10, 10, 40, 60)
    assert cluster_votes(_build_votes([quad] * 3, [CONFIG.max_log_error + 0.1] * 3)) == []
    assert cluster_votes(_build_votes([box(0, 0, 150, 230)] * 3, [-2] * 3)) == []


def test_cells_outside_cards_and_cards_too_narrow_or_too_wide_have_no_votes() -> None:
    output = np.zeros((10, 2, 2), np.float32)
    output[0] = -8
    assert len(to_votes(output, 0.5).quads) == 0
    output[0] = 8
    assert to_votes(output, 0.5).cell_px == 2 * STRIDE_PX
    assert len(to_votes(output, 0.5).quads) == 4
    for log_width in (-2, 2):
        output[3] = log_width
        assert len(to_votes(output, 0.5).quads) == 0


def test_of_outlines_nearly_alike_either_way_up_the_surer_stays() -> None:
    first, apart = box(10, 10, 40, 60), box(30, 10, 40, 60)
    cells = np.array([[30, 40]], np.float32)
    clusters = [
        Cluster(np.roll(first, 2, axis=0), cells, 0.5, 0.5),
        Cluster(first + 4, cells, 0.0, 0.5),
        Cluster(first, cells, -0.5, 0.5),
        Cluster(apart, cells, 0.2, 0.5),
    ]
    assert [quad.tolist() for quad in select_proposals(clusters)] == [first.tolist(), apart.tolist()]
    assert select_proposals([]) == []


def test_what_few_cells_of_a_card_vote_for_is_left_out_unless_they_lie_beside_it() -> None:
    card, stray = box(10, 10, 40, 60), box(24, 10, 40, 60)
    within, beside = np.array([[30, 40]], np.float32), np.array([[60, 40]], np.float32)
    whole = Cluster(card, within, -0.5, 1.0)
    assert len(select_proposals([whole, Cluster(stray, within, 0.0, 0.1)])) == 1
    assert len(select_proposals([whole, Cluster(stray, within, 0.0, 0.3)])) == 2
    assert len(select_proposals([whole, Cluster(stray, beside, 0.0, 0.1)])) == 2
