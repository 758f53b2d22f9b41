"""What became of the place of a card that was not found."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.reads import CardRead
from scanner.tracking.places import fill, judge_place, overlap_share, rest_time


def card(x: float, y: float) -> CardRead:
    corners = ((x - 10, y - 16), (x + 10, y - 16), (x + 10, y + 16), (x - 10, y + 16))
    return CardRead("h01-1", 1.0, sure=True, face="up", corners=corners)


@pytest.mark.parametrize(("margin", "fate"), [(None, "same"), (0, "bare"), (12, "thing")])
def test_a_place_is_the_same_bare_or_under_a_thing(margin: float | None, fate: str) -> None:
    changed = np.zeros((100, 100), np.bool_) if margin is None else fill((100, 100), card(50, 50).corners, margin)
    assert judge_place(changed, card(50, 50), (), ()) == fate


def test_a_card_under_another_cannot_be_judged() -> None:
    changed = fill((100, 100), card(52, 52).corners)
    assert judge_place(changed, card(50, 50), [card(52, 52)], [card(52, 52)]) == "card"


def test_overlap() -> None:
    assert overlap_share(card(50, 50), card(60, 50)) == pytest.approx(0.5)
    assert overlap_share(card(50, 50), card(90, 50)) == 0


def test_a_place_rests_since_its_last_movement() -> None:
    moved_at = np.full((100, 100), 3.0, np.float32)
    assert rest_time(moved_at, card(50, 50), 9.0) == 3.0
    assert rest_time(None, card(50, 50), 9.0) == 9.0
