"""Layouts of cards: exact places, cards apart, every card once."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import cv2
import numpy as np
import pytest

from scanner.synth.layout import (
    LAYOUTS,
    PlacedCard,
    columns_for,
    is_clear_of,
    lay_out_block,
    move_group,
    rectangle_corners,
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


@pytest.mark.parametrize(
    ("cards", "room", "columns"),
    [(3, (120, 60), 3), (4, (120, 120), 2), (5, (120, 60), None), (0, (40, 60), 1), (1, (32.9, 60), None)],
)
def test_columns_are_the_fewest_rows_that_fit(cards: int, room: tuple[float, float], columns: int | None) -> None:
    assert columns_for(cards, room, CARD) == columns


@pytest.mark.parametrize("seed", range(4))
def test_scattered_cards_overlap_nowhere(seed: int) -> None:
    cards = LAYOUTS["scatter"](np.random.default_rng(seed), CODES, (500, 400), CARD)
    outlines = [rectangle_corners(card.x, card.y, CARD, card.angle) for card in cards]
    assert len(cards) >= 5
    assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for one, other in combinations(outlines, 2))
    assert not is_clear_of(outlines[0], [outlines[0] + np.float32(5)])


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_layout_repeats_itself_and_lays_no_card_twice(name: str) -> None:
    first, again = (LAYOUTS[name](np.random.default_rng(3), CODES, (600, 450), CARD) for _ in range(2))
    assert first == again
    count = Counter(card.code for card in first)
    assert set(count.values()) == {1}
    assert set(count) <= {*CODES, ""}
    if name in {"grid", "captured", "heap"}:
        assert set(count) >= set(CODES)
    piles = [card.cards_below for card in first if not card.code]
    assert len(piles) == (name == "captured")
    assert all(6 <= below < 20 for below in piles)
