"""Practice rounds of captures: what a card takes, better choices, yaku."""

from __future__ import annotations

import random

import pytest

from scorer.decks import decks
from scorer.families.captures.practice import practice_round
from scorer.games import game
from scorer.games.koikoi.play import practice_rules
from scorer.rules.practice import PracticeRound
from scorer.session.samples import sample_session

HANAFUDA = decks()["hanafuda"]


def play_koikoi(seed: int, *choices: str) -> PracticeRound:
    """A practice round of Koi-Koi from a shuffle, after these choices."""
    rules = game("koikoi")
    table = sample_session(rules, seats=2).table()
    pack = tuple(random.Random(seed).sample(HANAFUDA.pack(), 48))
    cards, practice = practice_rules(pack, rules.resolve_options(table.options), 1)
    return practice_round(rules, cards, table, choices, practice)


def lines_of(played: PracticeRound) -> list[str]:
    """The English lines of a round."""
    return [line.en for line in played.lines]


def pile_of(played: PracticeRound, name: str) -> tuple[str, ...]:
    """The cards of one pile."""
    return next(cards for label, cards in played.piles if label.en == name)


def test_the_deal_is_explained_once() -> None:
    first = play_koikoi(1)
    assert [choice.card for choice in first.choices] == [*first.hand, ""]
    assert lines_of(first)[0].startswith("You are Aki and play first.")
    assert "hanami 5 (curtain and sake cup)" in lines_of(first)[1]
    assert "chaff 1 (ten chaff)" in lines_of(first)[2]
    assert not any("Only yaku pay" in line for line in lines_of(play_koikoi(1, first.hand[0])))


@pytest.mark.parametrize("seed", range(6))
def test_a_card_takes_those_of_its_month_or_stays(seed: int) -> None:
    first = play_koikoi(seed)
    field = pile_of(first, "On the table")
    for card in first.hand:
        after = play_koikoi(seed, card)
        pile = pile_of(after, "Your pile")
        takes = any(code[:3] == card[:3] for code in field)
        assert ("it takes" in lines_of(after)[0]) == takes
        assert (card in pile) == takes


def test_the_rest_is_played_by_the_table() -> None:
    rested = play_koikoi(1, "rest")
    assert rested.finished
    assert not rested.choices
