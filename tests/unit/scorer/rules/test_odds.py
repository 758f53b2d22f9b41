"""Draws from unseen cards: every one, each with its number of ways."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from scorer.rules.odds import Chance, Odds, OddsSection, draw_combinations
from scorer.texts import Text

SAYS = Text("fifteen", "十五")


@pytest.mark.parametrize("count", range(6))
def test_draws_are_those_of_picking_single_cards(count: int) -> None:
    remaining = [(1, 2), (4, 1), (7, 3)]
    cards = [kind for kind, copies in remaining for _ in range(copies)]
    picked = Counter(tuple(sorted(draw)) for draw in combinations(cards, count))
    assert dict(draw_combinations(remaining, count)) == picked
    assert picked.total() == comb(6, count)


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    assert list(draw_combinations([(1, 2)], 3)) == []
    assert list(draw_combinations([], 0)) == [((), 1)]


def test_a_chance_is_written_exactly_and_as_a_decimal() -> None:
    drawn = Chance("15", SAYS, Fraction(2, 37), {"h06-3": 1, "h06-4": 1})
    assert drawn.as_json() == {
        "key": "15",
        "says": {"en": "fifteen", "ja": "十五"},
        "chance": "2/37",
        "decimal": 0.054054,
        "faces": {"h06-3": 1, "h06-4": 1},
    }
    certain = Chance("15", SAYS, Fraction(1)).as_json()
    assert (certain["chance"], certain["decimal"], "faces" in certain) == ("1/1", 1.0, False)


def test_odds_keep_the_order_of_their_lines() -> None:
    lines = (Chance("b", SAYS, Fraction(1, 3)), Chance("a", SAYS, Fraction(2, 3)))
    answer = Odds(3, (OddsSection("next", SAYS, lines),)).as_json()
    assert answer["unseen"] == 3
    assert [line["key"] for line in answer["sections"][0]["lines"]] == ["b", "a"]


def test_what_a_stake_brings_on_average_stands_with_the_section() -> None:
    section = OddsSection("next", SAYS, (), Fraction(-3, 38)).as_json()
    assert section["average"] == {"exact": "-3/38", "decimal": -0.078947}
    assert "average" not in OddsSection("next", SAYS, ()).as_json()
