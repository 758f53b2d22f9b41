"""A practice round of captured piles keeps all cards, and says what would have taken more."""

from __future__ import annotations

from scorer.families.captures.cards import CARDS, card_points
from scorer.families.captures.practice import TURNS, practice_round

# The hand, the other hand, the field, then the stock.
PACK = (*CARDS[0:16:2], *CARDS[16:32:2], *CARDS[1:17:2], *CARDS[17:33:2], *CARDS[32:])


def test_a_card_takes_one_of_its_month_and_the_better_play_is_named() -> None:
    first = practice_round(PACK, (), card_points)
    assert [choice.card for choice in first.choices] == list(first.hand)
    after = practice_round(PACK, ("h04-3",), card_points)
    said = [line.en for line in after.lines]
    assert "wisteria chaff takes" in said[1]
    assert "pine, crane would have taken more." in said
    assert {"h04-3"} <= {code for label, cards in after.piles for code in cards if label.en == "Your pile"}


def test_it_ends_after_a_few_turns() -> None:
    played: list[str] = []
    while offered := practice_round(PACK, played, card_points).choices:
        played.append(offered[0].key)
    assert len(played) == TURNS
