"""Cards partly under others: told by their free sides, counted once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scanner.detection.candidates import Candidate
from scanner.detection.edge_support import POINTS
from scanner.detection.ground_plane import Plane
from scanner.detection.occlusion import halves, taken
from scanner.reader import _adrift
from scanner.recognition.classifier import Verdict

SHAPE = (33.0, 54.0)


def _card(left: float, top: float, face: str = "h01-1", size: float = 3.0, seen: float = 1.0) -> Candidate:
    """A card `size` pixels a millimetre large at that place, that share of whose sides lies on edges."""
    width, height = SHAPE[0] * size, SHAPE[1] * size
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + np.array([left, top], np.float32)
    edges = np.broadcast_to(np.arange(len(POINTS)) < round(seen * len(POINTS)), (4, len(POINTS)))
    return Candidate(quad, Verdict(face, 1.0, np.zeros(3, np.float32), turned=False, back=-5.0), edges)


def _places(found: list[Candidate]) -> set[tuple[float, float]]:
    return {(float(card.quad[0, 0]), float(card.quad[0, 1])) for card in found}


def _plane(cards: list[Candidate]) -> Plane:
    quads: list[NDArray[np.float32]] = [card.quad for card in cards]
    return Plane(quads, SHAPE)


def test_a_half_card_needs_free_ground_the_size_of_the_rest_and_edges() -> None:
    whole = [_card(0, 0), _card(300, 0)]
    half, hidden = _card(50, 0), _card(2, 2)
    small, faint = _card(500, 0, size=2.0), _card(500, 300, seen=0.2)
    found = halves([half, hidden, small, faint], whole, _plane(whole))
    assert _places([one.card for one in found]) == {(50.0, 0.0)}


def test_more_of_a_card_on_edges_says_more_for_it() -> None:
    whole = [_card(0, 0)]
    best, rest = halves([_card(300, 0, seen=0.6), _card(600, 0)], whole, _plane(whole))
    assert best.card.quad[0, 0] == 600
    assert best.evidence > rest.evidence


def test_of_one_card_a_little_askew_few_outlines_are_looked_at() -> None:
    whole = [_card(0, 0)]
    askew = [_card(300 + 2 * number, 0) for number in range(5)]
    found = [half.card for half in halves([*askew, _card(600, 0)], whole, _plane(whole))]
    assert len(found) == 4
    assert (600.0, 0.0) in _places(found)


def test_one_place_is_one_card_and_a_face_does_not_lie_on_itself() -> None:
    there = [_card(0, 0, "h01-1")]
    ranked = [_card(50, 0, "h02-1"), _card(55, 0, "h03-1"), _card(0, 90, "h01-1"), _card(400, 0, "h01-1")]
    assert _places(taken(ranked, there)) == {(50.0, 0.0), (400.0, 0.0)}


def test_part_of_a_back_is_told_by_nobody_and_keeps_no_place() -> None:
    seen = _card(50, 0, "h02-1")
    back = replace(seen, verdict=replace(seen.verdict, back=5.0), partly=True)
    beside = _card(55, 0, "h03-1")
    assert taken([back, beside], []) == [beside]
    whole = replace(back, partly=False)
    assert taken([whole], []) == [whole]


def test_an_outline_with_a_side_on_no_edge_is_asked_about_unless_marks_or_cards_over_it_explain_that() -> None:
    whole, faint = _card(0, 0), _card(0, 0, seen=0.5)
    adrift = replace(whole, seen=whole.seen & (np.arange(4) != 2)[:, None])
    assert not _adrift(whole)
    assert not _adrift(faint)
    assert _adrift(adrift)
    assert not _adrift(replace(adrift, shown=True))
    assert not _adrift(replace(adrift, partly=True))
