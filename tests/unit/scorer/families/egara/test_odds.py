"""Odds of one side, counted by hand for a few piles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorer.errors import Refusal
from scorer.families.egara.odds import possible_ace_deals, side_odds
from scorer.games import game
from scorer.rules.odds import Odds

PICTURES = [rank + suit for suit in "SHDC" for rank in "AKQJ"]


def odds_of(cards: list[str], opposing: list[str]) -> Odds:
    return side_odds(game("kakeya"), cards, opposing, {}, "S", "AC")


def chances_by_key(odds: Odds, section: int) -> dict[str, Fraction]:
    return {chance.key: chance.probability for chance in odds.sections[section].lines}


def test_before_the_first_trick_both_sides_stand_alike() -> None:
    odds = odds_of([], [])
    tie = Fraction(12870, 65536)  # 16 over 8, of 2 to the 16th
    assert odds.unseen == 16
    assert chances_by_key(odds, 0) == {"won": (1 - tie) / 2, "tie": tie, "lost": (1 - tie) / 2}
    # Of 16 deals of the aces: none, three of hearts and diamonds alone, the rest with a strong one.
    assert chances_by_key(odds, 1) == {"none": Fraction(1, 16), "minor": Fraction(3, 16), "major": Fraction(12, 16)}


def test_cards_that_are_no_pictures_leave_the_odds_alone() -> None:
    assert odds_of(["2S", "10H"], ["3D"]).as_json() == odds_of([], []).as_json()


def test_with_one_card_out_two_ends_are_left() -> None:
    eight, seven = PICTURES[:8], PICTURES[8:15]
    odds = odds_of(eight, seven)
    assert chances_by_key(odds, 0) == {"won": Fraction(1, 2), "tie": Fraction(1, 2), "lost": Fraction(0)}
    assert dict(odds.sections[0].lines[0].faces) == {"JC": 1}


def test_who_took_the_special_card_was_dealt_it() -> None:
    assert all("AC" in aces.dealt for aces in possible_ace_deals(frozenset({"AC"}), frozenset(), "AC", "AS"))
    assert chances_by_key(odds_of(["AC"], []), 1)["major"] == 1


def test_who_was_dealt_the_special_card_does_not_lose_the_ace_of_trumps() -> None:
    """Eight deals without the special card, and four with it but without the lost ace of trumps."""
    deals = list(possible_ace_deals(frozenset(), frozenset({"AS"}), "AC", "AS"))
    assert len(deals) == len({aces.dealt for aces in deals}) == 12
    assert not any(aces.dealt >= {"AC", "AS"} for aces in deals)


def test_a_card_lies_in_one_pile_only() -> None:
    with pytest.raises(Refusal, match="duplicate_card"):
        odds_of(["AC"], ["AC"])
