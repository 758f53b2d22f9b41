"""Layouts of card groups: the shape of a fan, places apart, leaning cards."""

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


@pytest.mark.parametrize("seed", range(4))
def test_a_fan_turns_about_one_point_in_even_steps(seed: int) -> None:
    fan = layouts._fan(np.random.default_rng(seed), CODES[:5], CARD)
    angles = [(card.angle + 180) % 360 - 180 for card in fan]
    assert (fan[2].x, fan[2].y, angles[2]) == (0, 0, 0)
    assert np.diff(angles) == pytest.approx([angles[1] - angles[0]] * 4)
    assert 6 <= angles[1] - angles[0] <= 24
    # x² + (y − r)² = r² for the pivot (0, r) below the middle card.
    radii = [(card.x**2 + card.y**2) / (2 * card.y) for card in fan if card.x]
    assert radii == pytest.approx([radii[0]] * 4)
    assert 0.6 * 54 <= radii[0] <= 1.5 * 54


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
            assert card.elevation == 0 or card.elevation == pytest.approx(before.elevation + 0.35)


def test_no_cards_give_an_empty_table() -> None:
    assert random_layout(np.random.default_rng(1), [], ROOM, CARD) == []
