"""Of many outlines of a card the one that is its own: on edges all around, and not a frame printed within it."""

from __future__ import annotations

import numpy as np

from scanner.detection.candidates import Candidate, final_candidates, is_edge_supported
from scanner.detection.edge_support import SIDE_POSITIONS
from scanner.detection.nms import outermost_supported
from scanner.imaging.geometry import Quad
from scanner.recognition.prediction import Prediction


def _box(left: float, top: float, width: float, height: float) -> Quad:
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def _card(quad: Quad, *seen: float, face: str = "h01-1") -> Candidate:
    """A card along each of whose four sides an edge is seen for that share, from its start."""
    edges = np.stack([np.linspace(0, 1, len(SIDE_POSITIONS)) < share for share in seen])
    return Candidate(
        quad, Prediction(face, 6.0, np.zeros(1, np.float32), is_upside_down=False, back_margin=-9.0), edges
    )


FRAME = _card(_box(106, 106, 68, 128), 1, 1, 1, 1)


def test_the_edge_of_the_card_is_taken_and_not_the_frame_printed_in_it() -> None:
    edge = _card(_box(100, 100, 80, 140), 0.9, 0.8, 1, 1)
    assert outermost_supported(FRAME, [edge]) is edge
    assert outermost_supported(edge, [FRAME]) is edge


def test_what_takes_in_some_of_the_table_is_not_its_edge() -> None:
    skew = np.array([[100, 100], [200, 104], [180, 240], [100, 240]], np.float32)
    wide = _card(skew, 1, 0.6, 1, 1)
    assert outermost_supported(FRAME, [wide]) is FRAME
    assert outermost_supported(wide, [FRAME]) is FRAME


def test_an_outline_is_firm_when_edges_are_seen_all_around_or_hidden_by_other_cards() -> None:
    assert is_edge_supported(FRAME)
    loose = _card(_box(100, 100, 80, 140), 1, 1, 0.4, 1)
    assert not is_edge_supported(loose)
    assert not is_edge_supported(loose, [loose]), "no card lies over itself"
    under = _card(_box(90, 200, 100, 100), 1, 1, 1, 1)
    assert is_edge_supported(loose, [loose, under])
    assert not is_edge_supported(loose, [_card(_box(300, 200, 100, 100), 1, 1, 1, 1)])


def test_a_clear_face_is_not_sought_anew_though_a_side_is_faint() -> None:
    faint = _card(_box(100, 100, 80, 140), 1, 1, 0.4, 1)
    beside = _card(_box(300, 100, 80, 140), 1, 1, 1, 1)
    assert final_candidates([faint, beside], 5.0) == [faint, beside]
    assert final_candidates([faint, beside], 7.0) == [beside]
