"""A hand explained: its cards, its class, what one more card makes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.teaching.hand_explainer import explain_hand, group_of

OTOROKU = game("otoroku")


def test_cards_are_named_and_counted() -> None:
    explained = explain_hand(OTOROKU, ["h08-1", "h07-1"], [], "other")
    assert [(card.group.ja, card.points) for card in explained.cards] == [("芒", 8), ("萩", 7)]
    assert explained.hand_class is not None
    assert explained.hand_class.key == "15"
    assert explained.cards[0].as_json()["kind"]["ja"] == "光"
    assert group_of(decks()["western"], "10H") in [name for name, _ in decks()["western"].groups]


@pytest.mark.parametrize(
    ("role", "near"),
    [
        # With the nine, a six is makezu, a seven is otoroku for the last alone, a one is 14.5.
        ("other", {"makezu": Fraction(4, 39), "14.5": Fraction(4, 39)}),
        ("last", {"makezu": Fraction(4, 39), "otoroku": Fraction(4, 39), "14.5": Fraction(4, 39)}),
        ("dealer", {"14.5": Fraction(4, 39)}),
    ],
)
def test_special_hands_one_card_away_depend_on_the_role(role: str, near: dict[str, Fraction]) -> None:
    explained = explain_hand(OTOROKU, ["h09-1"], [], role)
    assert {chance.key: chance.probability for chance in explained.one_card_away} == near


def test_seen_cards_no_longer_come() -> None:
    explained = explain_hand(OTOROKU, ["h09-1"], ["h06-1", "h06-2", "h06-3", "h01-1"], "other")
    assert [(chance.key, chance.probability) for chance in explained.one_card_away] == [
        ("14.5", Fraction(3, 35)),
        ("makezu", Fraction(1, 35)),
    ]
    assert dict(explained.one_card_away[1].faces) == {"h06-4": 1}


def test_a_part_that_the_game_refuses_says_why() -> None:
    explained = explain_hand(game("tokotoko"), [], [], "")
    assert explained.value is None
    assert explained.as_json()["why_not"]["value"]["code"] == explained.refusals["value"].code
    assert explained.one_card_away == ()


@pytest.mark.parametrize(
    ("cards", "seen", "code"),
    [
        (["h99-1"], [], "unknown_card"),
        (["h12-1"], [], "wrong_deck"),
        (["h01-1"], ["h01-1"], "duplicate_card"),
        (["h01-1", "KS"], [], "wrong_deck"),
    ],
)
def test_cards_that_cannot_be(cards: list[str], seen: list[str], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        explain_hand(OTOROKU, cards, seen, "other")
    assert caught.value.code == code
