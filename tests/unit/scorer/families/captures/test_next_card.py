"""The next card turned up: the better of two matches, nothing without one."""

from __future__ import annotations

from scorer.families.captures.cards import CARDS, card_points, mask_of
from scorer.families.captures.next_card import next_captures, next_cards


def test_of_two_matches_the_better_is_taken() -> None:
    field, unseen = mask_of(("h08-1", "h08-3", "h02-3")), mask_of(("h08-4", "h02-1", "h05-1"))
    gains = {after.card: after.gain for after in next_cards(0, field, unseen, card_points)}
    assert gains == {"h02-1": 11, "h05-1": 0, "h08-4": 21}


def test_a_card_that_stays_leaves_the_pile_alone() -> None:
    (after,) = next_cards(mask_of(("h01-1",)), mask_of(("h02-1",)), mask_of(("h03-1",)), card_points)
    assert (after.pile, after.gain) == (mask_of(("h01-1",)), 0)


def test_single_captures_are_all_cards_nobody_has() -> None:
    mine, others = mask_of(CARDS[:4]), mask_of(CARDS[4:40])
    got = list(next_captures(mine, others, card_points))
    assert [after.card for after in got] == list(CARDS[40:])
    assert [after.gain for after in got[:4]] == [20, 10, 5, 1]
