"""The example tricks of the cheat sheets follow the rules of trick taking."""

from __future__ import annotations

import pytest

from scorer.families.egara.tricks import winning_index
from scorer.games import game
from scorer.rules.hand_class import ExampleTrick


def tricks_of(key: str, **options: object) -> tuple[ExampleTrick, ...]:
    rules = game(key)
    return rules.example_tricks(rules.resolve_options(options))


def test_a_low_trump_and_the_special_card_take_their_tricks() -> None:
    low, special = tricks_of("kakeya", trump_change="fixed_spades")
    assert [card for card, _ in low.cards] == ["KH", "3S", "7H", "QD"]
    assert [card for card, _ in special.cards] == ["QH", "KH", "AS", "AC"]
    assert (low.winning_place, special.winning_place) == (1, 3)


@pytest.mark.parametrize(
    ("key", "options", "trump", "special"),
    [
        ("kakeya", {"trump_change": "fixed_spades"}, "S", "AC"),
        ("kakeya", {"trump_change": "fixed_clubs"}, "C", "AS"),
        ("etori", {}, "C", "AS"),
    ],
)
def test_each_trick_goes_to_the_card_that_the_rules_say(
    key: str, options: dict[str, object], trump: str, special: str
) -> None:
    for trick in tricks_of(key, **options):
        cards = [card for card, _ in trick.cards]
        assert len(set(cards)) == 4
        assert trick.winning_place == winning_index(cards, trump, special)
        assert trick.explanation


def test_who_follows_suit_has_it_and_who_does_not_has_none() -> None:
    for trick in (*tricks_of("kakeya"), *tricks_of("etori")):
        (led, lead), *others = trick.cards
        assert lead.en.startswith("leads ")
        for card, remark in others:
            assert remark.en.startswith("has no ") == (card[-1] != led[-1])
            assert remark.ja
