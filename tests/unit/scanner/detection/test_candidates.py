"""Which card lies over which, and what an outline keeps when turned."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.candidates import intersection_area, is_covered, outline_keys, overlap_mask, points_in_quad
from tests.support.card_candidates import box, candidate, prediction


def test_a_candidate_turned_upright_keeps_the_evidence_of_each_side() -> None:
    quad = box(0, 0, 10, 20)
    card = candidate(quad)
    seen = card.edge_support.copy()
    seen[0] = False
    turned = replace(card, edge_support=seen, out_of_frame=~seen, prediction=replace(prediction(), is_upside_down=True))
    upright = turned.upright()
    assert upright.quad.tolist() == [[10, 20], [0, 20], [0, 0], [10, 0]]
    assert upright.edge_support.all(axis=1).tolist() == [True, True, False, True]
    assert upright.out_of_frame is not None
    assert upright.out_of_frame.any(axis=1).tolist() == [False, False, True, False]
    assert upright.upright() is upright
    assert outline_keys([turned]) == outline_keys([upright]) != outline_keys([candidate(box(0, 0, 10, 21))])


def test_numbers_of_an_outline_are_those_of_its_box() -> None:
    card = candidate(box(3, 4, 10, 20), support=0.5)
    assert card.area == 200.0
    assert card.bounds.tolist() == [3, 4, 13, 24]
    assert card.support_shares == (0.5, 0.5)
    assert card.side_points()[0].tolist() == pytest.approx([3.8, 4.0])
    assert intersection_area(card.quad, box(8, 14, 10, 20)) == 50.0
    assert intersection_area(card.quad, box(30, 4, 10, 20)) == 0.0


def test_a_candidate_is_a_back_if_it_resembles_one_more_than_a_face() -> None:
    back = candidate(box(0, 0, 10, 20), prediction(margin=1.0, back_margin=2.0))
    assert (back.is_back, back.score, back.defines_scale) == (True, 2.0, False)
    tie = candidate(box(0, 0, 10, 20), prediction(margin=2.0, back_margin=2.0))
    assert (tie.is_back, tie.score, tie.defines_scale) == (False, 2.0, True)


def test_a_point_on_the_outline_lies_in_it_and_boxes_that_touch_do_not_overlap() -> None:
    points = np.array([[5, 5], [0, 5], [0, 0], [-0.1, 5], [5, 20.1]], np.float32)
    assert points_in_quad(points, box(0, 0, 10, 20)).tolist() == [True, True, True, False, False]
    boxes = np.array([[0, 0, 10, 10], [10, 0, 20, 10], [9, 9, 12, 12], [0, 10, 9, 20]], np.float32)
    assert overlap_mask(boxes, boxes[0]).tolist() == [True, False, True, False]


@pytest.mark.parametrize(
    ("top", "hidden", "covered"),
    [(60, True, True), (60, False, False), (90, True, False), (200, True, False)],
    ids=["side hidden", "side visible", "overlap of a tenth", "apart"],
)
def test_a_card_is_covered_where_another_overlaps_it_and_hides_its_side(
    top: float, hidden: bool, covered: bool
) -> None:
    card, other = candidate(box(0, 0, 60, 100)), candidate(box(-10, top, 80, 100))
    if hidden:
        edges = card.edge_support.copy()
        edges.reshape(-1)[points_in_quad(card.side_points(), other.quad)] = False
        card = replace(card, edge_support=edges)
    assert is_covered(card, [card, other]) == covered
