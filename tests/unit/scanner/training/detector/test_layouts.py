"""Layouts of card groups: places apart, leaning cards."""

from __future__ import annotations

from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from scanner.synth.layout import rectangle_corners
from scanner.training.detector import layouts
from scanner.training.detector.layouts import random_layout

CARD, ROOM = (33.0, 54.0), (700.0, 520.0)
CODES = [str(number) for number in range(12)]


def test_without_overlap_groups_lie_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layouts, "_NO_OVERLAP_PROBABILITY", 1.0)
    monkeypatch.setattr(layouts, "_MAX_GROUP_SIZE", 1)
    monkeypatch.setattr(layouts, "_MAX_PLACEMENT_TRIES", 400)
    for seed in range(4):
        cards = random_layout(np.random.default_rng(seed), CODES, ROOM, CARD)
        assert [card.code for card in cards] == CODES
        outlines = [rectangle_corners(card.x, card.y, CARD, card.angle) for card in cards]
        assert all(cv2.intersectConvexConvex(one, other)[0] == 0 for one, other in combinations(outlines, 2))


def test_cards_come_in_order_on_the_table_and_each_lies_higher_than_the_one_before() -> None:
    for seed in range(20):
        cards = random_layout(np.random.default_rng(seed), CODES, ROOM, CARD)
        numbers = [int(card.code) for card in cards]
        assert numbers == sorted(set(numbers))
        assert len(numbers) >= 6, "some groups find a place"
        assert {round(card.elevation / 0.35, 6) for card in cards} <= {0, 1, 2, 3, 4, 5}
        for before, card in pairwise(cards):
            assert card.elevation in {0, before.elevation} or card.elevation == pytest.approx(before.elevation + 0.35)


def test_no_cards_give_an_empty_table() -> None:
    assert random_layout(np.random.default_rng(1), [], ROOM, CARD) == []
