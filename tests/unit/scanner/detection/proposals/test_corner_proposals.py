"""Cards from two corners, from printed frames, and pips that look like backs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.detection.candidates import Candidate, intersection_area
from scanner.detection.edge_support import SIDE_POSITIONS, EdgeField
from scanner.detection.foreground import color_gradients
from scanner.detection.nms import drop_backs_inside_faces, has_own_evidence
from scanner.detection.proposals.contours import to_smoothed_lab
from scanner.detection.proposals.corner_proposals import detect_segments, quads_from_corner_pairs
from scanner.imaging.geometry import Quad, expand_quad, order_clockwise, quad_area
from scanner.recognition.prediction import Prediction
from scorer.decks import decks

SHAPE = decks()["western"].size_mm
SIZE = (640, 480)


def _box(left: float, top: float, width: float, height: float) -> Quad:
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def _candidate(quad: Quad, margin: float, back: float = -9.0, seen: float = 1.0, clear: str = "") -> Candidate:
    on_edges = np.zeros((4, len(SIDE_POSITIONS)), bool)
    on_edges[:, : round(seen * len(SIDE_POSITIONS))] = True
    verdict = Prediction("AS", margin, np.zeros(1, np.float32), is_upside_down=False, back_margin=back)
    return Candidate(quad, verdict, on_edges, screen_label=clear)


def _overlap(one: Quad, two: Quad) -> float:
    common = intersection_area(one, two)
    return common / (quad_area(one) + quad_area(two) - common)


@pytest.mark.parametrize(("width", "angle"), [(70, 10), (120, 63), (150, 160)])
def test_a_card_half_under_something_is_as_large_as_its_whole_side_says(width: float, angle: float) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 70, np.uint8)
    height = width * SHAPE[1] / SHAPE[0]
    card = np.asarray(cv2.boxPoints(((320, 240), (width, height), angle)), np.float32)
    cv2.fillConvexPoly(picture, np.round(card).astype(np.int32), (235, 240, 240), cv2.LINE_AA)
    # a band of the table's colour hides the far half: only the near short side and its two corners are left
    along = (card[1] - card[0]) / height
    hidden = np.array([card[0] + along * height * 0.55, card[3] + along * height * 0.55, card[2], card[1]])
    wide = (hidden - hidden.mean(axis=0)) * 1.2 + hidden.mean(axis=0) + along * height * 0.1
    cv2.fillConvexPoly(picture, np.round(wide).astype(np.int32), (70, 70, 70), cv2.LINE_AA)
    lab = to_smoothed_lab(picture)
    lines = detect_segments(lab, [(0, 0, *SIZE)])
    quads = quads_from_corner_pairs(
        lines, [0.1 * SIZE[0], 0.25 * SIZE[0]], SHAPE, EdgeField(color_gradients(lab)), SIZE
    )
    assert max(_overlap(quad, order_clockwise(card)) for quad in quads) > 0.85


def test_a_table_without_lines_holds_no_such_card() -> None:
    lab = to_smoothed_lab(np.full((SIZE[1], SIZE[0], 3), 70, np.uint8))
    assert quads_from_corner_pairs(np.zeros((0, 2, 2)), [64.0], SHAPE, EdgeField(color_gradients(lab)), SIZE) == []


def test_a_frame_grows_to_the_edge_around_it() -> None:
    outer = expand_quad(_box(100, 100, 80, 120), 0.1)
    assert np.allclose(outer, _box(92, 92, 96, 136))
    aslant = np.array([[0, 0], [90, 10], [80, 150], [-5, 140]], np.float32)
    assert quad_area(expand_quad(aslant, 0.1)) > quad_area(aslant) > quad_area(expand_quad(aslant, -0.1))


def test_a_pip_that_looks_like_a_back_does_not_hide_its_card() -> None:
    card, pip = _candidate(_box(100, 100, 126, 176), 4.0), _candidate(_box(150, 180, 20, 28), -5.0, back=8.0)
    beside, as_large = (
        _candidate(_box(300, 100, 20, 28), -5.0, back=8.0),
        _candidate(_box(104, 104, 118, 168), -5.0, back=8.0),
    )
    assert drop_backs_inside_faces([card, pip, beside, as_large]) == [card, beside, as_large]
    no_card = _candidate(_box(100, 100, 126, 176), -1.0)
    assert drop_backs_inside_faces([no_card, pip]) == [no_card, pip]


def test_a_card_whose_face_is_beyond_doubt_stands_with_less_of_its_edge() -> None:
    quad = _box(100, 100, 126, 176)
    assert has_own_evidence(_candidate(quad, 9.0, seen=0.6, clear="AS"), [])
    assert not has_own_evidence(_candidate(quad, 9.0, seen=0.6), [])
    assert not has_own_evidence(_candidate(quad, 9.0, seen=0.4, clear="AS"), [])
