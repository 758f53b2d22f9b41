"""Random play of fishing games: all cards end in piles (hana-awase 2.5)."""

from __future__ import annotations

import random

import pytest

from scorer.families.captures.cards import CARDS, card_points, cards_in, mask_of
from scorer.families.captures.months import months_of
from scorer.families.captures.play import FishingTable


@pytest.mark.parametrize(("seats", "hand", "field"), [(2, 8, 8), (3, 7, 6), (4, 5, 8)])
def test_every_card_ends_in_a_pile(seats: int, hand: int, field: int) -> None:
    pack = list(CARDS)
    for seed in range(20):
        random.Random(seed).shuffle(pack)
        table = FishingTable.deal(pack, seats, hand, field)
        turn = 0
        while not table.is_finished:
            table.take_turn(turn % seats, card_points)
            turn += 1
        assert table.field == 0
        assert sorted(code for pile in table.piles for code in cards_in(pile)) == sorted(CARDS)
        assert all(count % 2 == 0 for pile in table.piles for count in months_of(cards_in(pile)))


def test_the_card_that_captures_most_is_played() -> None:
    table = FishingTable([["h02-4", "h08-4"]], mask_of(("h08-1", "h02-3")), ["h05-1"], [0])
    table.take_turn(0, card_points)
    assert cards_in(table.piles[0]) == ("h08-1", "h08-4")
    assert cards_in(table.field) == ("h02-3", "h05-1")


def test_a_turn_without_stock_is_a_hand_card_alone() -> None:
    table = FishingTable([["h02-4"]], mask_of(("h02-3",)), [], [0])
    table.take_turn(0, card_points)
    assert (cards_in(table.piles[0]), table.is_finished) == (("h02-3", "h02-4"), True)
