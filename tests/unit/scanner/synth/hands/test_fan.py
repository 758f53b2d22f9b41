"""Fans: cards overlap and converge at their lower ends, in both orders."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.synth.hands.fan import random_fan

CARD = (33.0, 54.0)
CODES = tuple(f"h{month:02}-1" for month in range(1, 13))


@pytest.mark.parametrize("seed", range(20))
def test_a_fan_points_up_from_its_lower_ends(seed: int) -> None:
    cards = random_fan(np.random.default_rng(seed), CODES[:8], CARD)
    assert [card.code for card in cards] == list(CODES[:8])
    leans = [(card.angle + 90) % 180 - 90 for card in cards]
    assert abs(np.mean(leans)) < 30
    assert np.ptp(leans) < 165
    assert max(abs(card.x) for card in cards) < 4 * CARD[0]
    assert np.mean([card.y for card in cards]) < 0


def test_half_of_the_fans_run_from_right_to_left() -> None:
    fans = [random_fan(np.random.default_rng(seed), CODES[:5], CARD) for seed in range(60)]
    from_left = sum(cards[0].x < cards[-1].x for cards in fans)
    assert 18 < from_left < 42


def test_later_cards_lie_higher_until_they_are_pressed_flat() -> None:
    heights = [card.elevation for card in random_fan(np.random.default_rng(1), CODES, CARD)]
    assert heights == sorted(heights)
    assert heights[0] < heights[1]
    assert heights[-1] == heights[-2]


def test_the_same_seed_gives_the_same_fan_and_no_cards_give_none() -> None:
    first, again = (random_fan(np.random.default_rng(3), CODES[:4], CARD) for _ in range(2))
    assert first == again
    assert random_fan(np.random.default_rng(3), [], CARD) == []
    assert len(random_fan(np.random.default_rng(3), CODES[:1], CARD)) == 1
