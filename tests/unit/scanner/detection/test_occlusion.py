"""Cards partly under others: told by their free sides, counted once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate
from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.occlusion import find_occluded, select_occluded
from scanner.explanation import _has_unanchored_side
from scanner.recognition.prediction import Prediction

SHAPE = (33.0, 54.0)


def _card(left: float, top: float, face: str = "h01-1", size: float = 3.0, seen: float = 1.0) -> Candidate:
    """A card `size` pixels a millimetre large at that place, that share of whose sides lies on edges."""
    width, height = SHAPE[0] * size, SHAPE[1] * size
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + np.array([left, top], np.float32)
    edges = np.broadcast_to(
        np.arange(len(SIDE_POSITIONS)) < round(seen * len(SIDE_POSITIONS)), (4, len(SIDE_POSITIONS))
    )
    return Candidate(
        quad, Prediction(face, 1.0, np.zeros(3, np.float32), is_upside_down=False, back_margin=-5.0), edges
    )


def _places(found: list[Candidate]) -> set[tuple[float, float]]:
    return {(float(card.quad[0, 0]), float(card.quad[0, 1])) for card in found}


def _plane(cards: list[Candidate]) -> GroundPlane:
    quads: list[NDArray[np.float32]] = [card.quad for card in cards]
    return GroundPlane(quads, SHAPE)


def test_a_half_card_needs_free_ground_the_size_of_the_rest_and_edges() -> None:
    whole = [_card(0, 0), _card(300, 0)]
    half, hidden = _card(50, 0), _card(2, 2)
    small, faint = _card(500, 0, size=2.0), _card(500, 300, seen=0.2)
    found = find_occluded([half, hidden, small, faint], whole, _plane(whole))
    assert _places([one.candidate for one in found]) == {(50.0, 0.0)}


def test_more_of_a_card_on_edges_says_more_for_it() -> None:
    whole = [_card(0, 0)]
    best, rest = find_occluded([_card(300, 0, seen=0.6), _card(600, 0)], whole, _plane(whole))
    assert best.candidate.quad[0, 0] == 600
    assert best.evidence > rest.evidence


def test_of_one_card_a_little_askew_few_outlines_are_looked_at() -> None:
    whole = [_card(0, 0)]
    askew = [_card(300 + 2 * number, 0) for number in range(5)]
    found = [half.candidate for half in find_occluded([*askew, _card(600, 0)], whole, _plane(whole))]
    assert len(found) == 4
    assert (600.0, 0.0) in _places(found)


def test_one_place_is_one_card_and_a_face_does_not_lie_on_itself() -> None:
    there = [_card(0, 0, "h01-1")]
    ranked = [_card(50, 0, "h02-1"), _card(55, 0, "h03-1"), _card(0, 90, "h01-1"), _card(400, 0, "h01-1")]
    assert _places(select_occluded(ranked, there)) == {(50.0, 0.0), (400.0, 0.0)}


def test_part_of_a_back_is_told_by_nobody_and_keeps_no_place() -> None:
    seen = _card(50, 0, "h02-1")
    back = replace(seen, prediction=replace(seen.prediction, back_margin=5.0), is_occluded=True)
    beside = _card(55, 0, "h03-1")
    assert select_occluded([back, beside], []) == [beside]
    whole = replace(back, is_occluded=False)
    assert select_occluded([whole], []) == [whole]


def test_an_outline_with_a_side_on_no_edge_is_asked_about_unless_marks_or_cards_over_it_explain_that() -> None:
    whole, faint = _card(0, 0), _card(0, 0, seen=0.5)
    adrift = replace(whole, edge_support=whole.edge_support & (np.arange(4) != 2)[:, None])
    assert not _has_unanchored_side(whole)
    assert not _has_unanchored_side(faint)
    assert _has_unanchored_side(adrift)
    assert not _has_unanchored_side(replace(adrift, is_keypoint_confirmed=True))
    assert not _has_unanchored_side(replace(adrift, is_occluded=True))
