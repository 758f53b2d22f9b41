"""Cards that the picture's edge cuts off: rebuilt from what of them is in the picture, and named."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.detection.candidates import Candidate, intersection_area
from scanner.detection.edge_support import SIDE_POSITIONS, EdgeField
from scanner.detection.foreground import color_gradients
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.nms import has_own_evidence
from scanner.detection.occlusion import find_occluded, out_of_frame_masks, visible_shares
from scanner.detection.proposals.contours import to_smoothed_lab
from scanner.detection.proposals.corner_proposals import detect_segments, quads_from_corners
from scanner.imaging.geometry import Quad, order_clockwise, quad_area, start_at_short_side
from scanner.reader import read_picture
from scanner.recognition.prediction import Prediction
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks import decks

SHAPE = decks()["western"].size_mm
SIZE = (640, 480)


def _box(left: float, top: float, width: float, height: float) -> Quad:
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def test_what_of_an_outline_is_in_the_picture() -> None:
    inside, half, outside = _box(100, 100, 80, 120), _box(-40, 100, 80, 120), _box(700, 100, 80, 120)
    assert visible_shares(np.stack([inside, half, outside]), SIZE).tolist() == [1.0, 0.5, 0.0]
    whole, cut, _ = out_of_frame_masks([inside, half, outside], SIZE)
    assert whole is None
    assert cut is not None
    assert cut.all(axis=1).tolist() == [False, False, False, True]
    assert cut[0, 0]
    assert not cut[0, -1]
    assert out_of_frame_masks([], SIZE) == []


@pytest.mark.parametrize("angle", [0, 17, 50, 118])
def test_a_card_that_leaves_the_picture_is_as_large_as_the_rest(angle: float) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 70, np.uint8)
    width, height = 126.0, 176.0
    known = _box(260, 180, width, height)
    card = np.asarray(cv2.boxPoints(((600, 120), (width, height), angle)), np.float32)
    for quad in (known, card):
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (235, 240, 240), cv2.LINE_AA)
    lab = to_smoothed_lab(picture)
    lines = detect_segments(lab, [(0, 0, *SIZE)])
    plane = GroundPlane([known], SHAPE)
    quads = quads_from_corners(lines, [known], plane, SHAPE, EdgeField(color_gradients(lab)), SIZE)
    there = start_at_short_side(order_clockwise(card))
    best = max(intersection_area(order_clockwise(quad), there) / (quad_area(quad) + quad_area(there)) for quad in quads)
    assert best > 0.85 / 1.85


def _candidate(quad: Quad, *, back: float = -9.0) -> Candidate:
    (out,) = out_of_frame_masks([quad], SIZE)
    seen = np.ones((4, len(SIDE_POSITIONS)), bool) if out is None else ~out
    return Candidate(
        quad,
        Prediction("AS", 3.0, np.zeros(1, np.float32), is_upside_down=False, back_margin=back),
        seen,
        out_of_frame=out,
    )


def test_edges_are_asked_for_where_the_picture_shows_the_card() -> None:
    cut, gone = _candidate(_box(580, 100, 100, 140)), _candidate(_box(639, 100, 100, 140))
    assert has_own_evidence(cut, [])
    assert not has_own_evidence(gone, [])
    whole = [_candidate(_box(300, 100, 100, 140))]
    plane = GroundPlane([whole[0].quad], SHAPE)
    assert [half.candidate for half in find_occluded([cut, gone], whole, plane)] == [cut]


def test_a_cut_off_card_turned_round_still_knows_where_it_is_cut() -> None:
    quad = _box(580, 100, 100, 140)
    (out,) = out_of_frame_masks([quad], SIZE)
    assert out is not None
    turned = Prediction("AS", 3.0, np.zeros(1, np.float32), is_upside_down=True, back_margin=-9.0)
    card = Candidate(quad, turned, ~out, out_of_frame=out).upright()
    assert card.out_of_frame is not None
    (again,) = out_of_frame_masks([card.quad], SIZE)
    assert (card.out_of_frame == again).all()


def test_a_back_that_leaves_the_picture_is_taken_for_none() -> None:
    assert _candidate(_box(580, 100, 100, 140), back=9.0).is_truncated_back
    assert not _candidate(_box(580, 100, 100, 140)).is_truncated_back
    assert not _candidate(_box(300, 100, 100, 140), back=9.0).is_truncated_back


def test_a_cut_off_card_that_was_guessed_does_not_say_how_large_cards_are() -> None:
    cut, whole = _candidate(_box(580, 100, 100, 140)), _candidate(_box(300, 100, 100, 140))
    assert [one.defines_scale for one in (whole, replace(whole, is_reconstructed=True), cut)] == [True] * 3
    assert not replace(cut, is_reconstructed=True).defines_scale


@pytest.mark.parametrize(
    ("kind", "seed", "share", "doubt"),
    [("hanafuda", 32500, 0.66, "cut_off"), ("western", 32501, 0.66, "cut_off"), ("western", 32501, 0.9, "")],
)
def test_a_card_cut_off_is_named_and_sure_where_nearly_all_of_it_is_seen(
    kind: str, seed: int, share: float, doubt: str
) -> None:
    order = SceneSpec(seed, layout="grid", count=6, surface="green felt", width=1280, height=720)
    shot = photograph(order, DrawnFaces(kind))
    card = max((one for one in shot.truth["cards"] if one["card"]), key=lambda one: np.mean(one["corners"], axis=0)[0])
    quad = np.array(card["corners"], np.float32)
    right = round(float(quad[:, 0].min() + share * np.ptp(quad[:, 0])))
    read = read_picture(np.ascontiguousarray(shot.frame[:, :right]), kind)
    (found,) = [one for one in read.cards if one.card == card["card"]]
    assert intersection_area(
        order_clockwise(np.array(found.corners, np.float32)), order_clockwise(quad)
    ) > 0.9 * quad_area(quad)
    assert (found.doubt, found.sure) == (doubt, not doubt)
