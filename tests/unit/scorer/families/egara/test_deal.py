"""What a deal of the egara games may say, and what the play cannot bring."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.families.egara.deal import Aces, SideDeal, copies_without_jokers, format_card, parse_deal
from scorer.games import game
from scorer.games.kakeya import RENSHO
from scorer.rules.round_input import parse_round

PICTURES = [rank + suit for suit in "SHDC" for rank in "AKQJ"]
OWN = [card for card in PICTURES if card[-1] in "SH" or card == "AC"]
WITHOUT_SPADE_ACE = [PICTURES[1:10], [PICTURES[0], *PICTURES[10:]]]
"""Piles in which the first side lost the ace of spades, the special card of every other trumps."""


def build_deal(allowed: str = "SHDC", **fields: Any) -> SideDeal:
    """A deal of nine picture cards against seven. Spades are trumps, so the ace of clubs is the special card."""
    round_ = {
        "game": "kakeya",
        "seats": ["P", "Q"],
        "active": [0, 1],
        "dealers": 1,
        "trump": "S",
        "aces": [["AC", "AS"], ["AH", "AD"]],
        "captured": [[*OWN, "2D"], [card for card in PICTURES if card not in OWN]],
    }
    rules = game("kakeya")
    return parse_deal(rules, parse_round(rules, round_ | fields), allowed, RENSHO)


def test_a_deal_as_it_was_laid_down() -> None:
    deal = build_deal()
    assert (deal.active, deal.dealers, deal.trump, deal.picture_counts) == ((0, 1), 1, "S", (9, 7))
    assert deal.captured_pictures is not None
    assert sorted(deal.captured_pictures[0]) == sorted(OWN)
    assert [deal.ace_class_key(side) for side in (0, 1)] == ["major", "minor"]
    assert deal.side_without_special == 1
    assert deal.aces[0].major_aces == {"AC", "AS"}


def test_a_number_stands_for_cards_that_were_not_laid_down() -> None:
    deal = build_deal(captured=None, pictures=[2, 14])
    assert (deal.picture_counts, deal.captured_pictures) == ((2, 14), None)
    assert build_deal(captured=[[], []], pictures=[12, 4]).picture_counts == (12, 4)
    agreeing = build_deal(pictures=[9, 7])
    assert agreeing.captured_pictures == build_deal().captured_pictures


@pytest.mark.parametrize(
    ("fields", "code", "seat"),
    [
        ({"active": [1, 1]}, "bad_count", 1),
        ({"active": [0, 2]}, "bad_count", None),
        ({"trump": "X"}, "bad_option", None),
        ({"trump": ["S"]}, "bad_option", None),
        ({"trump": "H", "captured": WITHOUT_SPADE_ACE}, "impossible", 0),
        ({"aces": [["AC", "AS"], ["AH"]]}, "bad_count", None),
        ({"aces": [["AC", "AS"], ["AH", "KD"]]}, "bad_count", None),
        ({"pictures": [8, 8]}, "bad_count", None),
        ({"captured": None, "pictures": [9, 6]}, "bad_count", None),
        ({"captured": None, "pictures": [1, 15]}, "impossible", 0),
        ({"aces": [["AH", "AD"], ["AC", "AS"]]}, "impossible", 1),
    ],
)
def test_deals_that_cannot_be(fields: dict[str, Any], code: str, seat: int | None) -> None:
    with pytest.raises(Refusal) as caught:
        build_deal(**fields)
    assert (caught.value.code, caught.value.seat) == (code, seat)


def test_trumps_against_the_agreement_are_impossible() -> None:
    with pytest.raises(Refusal, match="impossible: By agreement spades cannot be trumps"):
        build_deal(allowed="HDC")


def test_the_ace_of_trumps_alone_is_no_special_card() -> None:
    aces = Aces(frozenset({"AS", "AD"}), special="AC", trump_ace="AS")
    assert aces.major_aces == {"AS"}
    assert len(copies_without_jokers(decks()["western"])) == 52
    assert [format_card(card) for card in ("10C", "AS", "QD")] == ["10♣", "A♠", "Q♦"]
