"""What became of the place of a card that was not found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.reads import CardRead
from scanner.tracking.places import (
    box_mask,
    card_center,
    card_width,
    changed_share,
    distance_in_widths,
    fill,
    has_center_in,
    judge_place,
    overlap_share,
    rest_time,
)


def card_read(x: float, y: float) -> CardRead:
    corners = ((x - 10, y - 16), (x + 10, y - 16), (x + 10, y + 16), (x - 10, y + 16))
    return CardRead("h01-1", 1.0, sure=True, face="up", corners=corners)


@pytest.mark.parametrize(("margin", "fate"), [(None, "same"), (0, "bare"), (12, "thing")])
def test_a_place_is_the_same_bare_or_under_a_thing(margin: float | None, fate: str) -> None:
    changed = np.zeros((100, 100), np.bool_) if margin is None else fill((100, 100), card_read(50, 50).corners, margin)
    assert judge_place(changed, card_read(50, 50), (), ()) == fate


def test_a_hand_beside_the_place_of_a_card_that_is_gone_does_not_hide_it() -> None:
    changed = fill((100, 100), card_read(50, 50).corners)
    changed[60:] = True  # the hand goes away with the card
    assert judge_place(changed, card_read(50, 50), (), ()) == "bare"
    changed[:] = False
    changed[50:] = True  # the hand rests on the lower half of the card
    assert judge_place(changed, card_read(50, 50), (), ()) == "thing"


def test_a_card_under_another_cannot_be_judged() -> None:
    changed = fill((100, 100), card_read(52, 52).corners)
    assert judge_place(changed, card_read(50, 50), [card_read(52, 52)], [card_read(52, 52)]) == "card"


def test_neighbours_leave_no_ring_to_tell_a_thing_by() -> None:
    around = [card_read(50 + dx, 50 + dy) for dx in (-22, 0, 22) for dy in (-34, 0, 34) if dx or dy]
    changed = np.ones((100, 100), np.bool_)
    assert judge_place(changed, card_read(50, 50), (), ()) == "thing"
    assert judge_place(changed, card_read(50, 50), (), around) == "bare"


def test_place_and_size_of_a_card_come_from_its_corners() -> None:
    lying = replace(card_read(0, 0), corners=((60.0, 0.0), (60.0, 30.0), (10.0, 30.0), (10.0, 0.0)))
    assert (card_center(lying), card_width(lying)) == ((35.0, 15.0), 30.0)
    assert card_width(replace(lying, corners=((5.0, 5.0),) * 4)) == 1.0
    assert distance_in_widths(card_read(50, 50), card_read(80, 50)) == 1.5


def test_what_changed_of_a_place_is_a_share_and_all_of_one_off_the_picture() -> None:
    changed = fill((100, 100), card_read(60, 50).corners)
    assert changed_share(changed, card_read(50, 50).corners) == pytest.approx(0.5, abs=0.05)
    assert changed_share(changed, card_read(900, 50).corners) == 1.0


def test_the_overlap_of_cards_is_a_share_of_the_first() -> None:
    assert overlap_share(card_read(50, 50), card_read(60, 50)) == pytest.approx(0.5)
    assert overlap_share(card_read(50, 50), card_read(90, 50)) == 0


def test_a_place_rests_since_its_last_movement() -> None:
    moved_at = np.full((100, 100), 3.0)
    assert rest_time(moved_at, card_read(50, 50), 9.0) == 3.0
    assert rest_time(None, card_read(50, 50), 9.0) == 9.0


def test_a_card_lies_in_a_box_with_its_centre() -> None:
    inside = box_mask((100, 100, 3), (40, 30, 60, 50))
    assert inside.sum() == 20 * 20
    assert has_center_in(card_read(41, 49), inside)
    assert not has_center_in(card_read(39, 49), inside)
    assert not has_center_in(card_read(50, 130), inside), "off the picture"
