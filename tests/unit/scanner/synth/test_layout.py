"""Cards and groups at their places: exact, centred, apart."""

from __future__ import annotations

from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from scanner.synth.layout import (
    PlacedCard,
    columns_for,
    is_clear_of,
    lay_out_block,
    lay_out_overlapped,
    move_group,
    place_apart,
    rectangle_corners,
    split_randomly,
)
from scorer.decks import decks

CARD = (33.0, 54.0)
CODES = decks()["hanafuda"].pack()[:9]


def test_a_group_is_turned_clockwise_and_then_moved() -> None:
    (card,) = move_group([PlacedCard("h01-1", 10, 0, 300)], 1, 2, 90)
    assert (card.x, card.y, card.angle) == pytest.approx((1, 12, 30))


def test_a_block_is_centred_row_by_row() -> None:
    places = [(card.x, card.y, card.elevation) for card in lay_out_block(CODES[:3], 2, CARD, (5, 5))]
    assert places == [(-19, -29.5, 0), (19, -29.5, 0), (0, 29.5, 0)]


def test_in_an_overlapping_block_later_cards_lie_higher_up_to_the_fourth() -> None:
    row = lay_out_block(CODES[:6], 6, CARD, (-13, 0))
    assert [card.x for card in row] == [-50, -30, -10, 10, 30, 50]
    assert [card.elevation for card in row] == pytest.approx([0, 0.35, 0.7, 1.05, 1.4, 1.4])


@pytest.mark.parametrize(("is_lengthwise", "step"), [(False, (0.25 * CARD[0], 0)), (True, (0, 0.25 * CARD[1]))])
def test_each_card_of_a_row_leaves_a_share_of_the_one_below_open(
    is_lengthwise: bool, step: tuple[float, float]
) -> None:
    row = lay_out_overlapped(CODES[:3], 0.25, CARD, is_lengthwise=is_lengthwise)
    steps = [(after.x - before.x, after.y - before.y) for before, after in pairwise(row)]
    assert steps == [pytest.approx(step)] * 2


@pytest.mark.parametrize(
    ("cards", "room", "columns"),
    [(3, (120, 60), 3), (4, (120, 120), 2), (5, (120, 60), None), (0, (40, 60), 1), (1, (32.9, 60), None)],
)
def test_columns_are_the_fewest_rows_that_fit(cards: int, room: tuple[float, float], columns: int | None) -> None:
    assert columns_for(cards, room, CARD) == columns


def test_parts_are_of_the_sizes_that_were_asked_for() -> None:
    parts = split_randomly(np.random.default_rng(1), list(range(40)), 2, 6)
    assert [code for part in parts for code in part] == list(range(40))
    assert all(2 <= len(part) <= 6 for part in parts[:-1])


def test_groups_placed_apart_overlap_nowhere_and_one_too_many_is_left_out() -> None:
    groups = [[PlacedCard(code, 0, 0, 0)] for code in CODES]
    cards = place_apart(np.random.default_rng(1), groups, (160, 120), CARD)
    outlines = [rectangle_corners(card.x, card.y, CARD, card.angle) for card in cards]
    assert 2 <= len(cards) < len(CODES)
    assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for one, other in combinations(outlines, 2))
    assert not is_clear_of(outlines[0], [outlines[0] + np.float32(5)])
