"""Practice rounds of all games end, settle and explain themselves."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.rules.practice import REST
from scorer.teaching.played_round import MAX_CHOICES, is_playable, play_practice

DRAWS = {"draw", "motto", "stake-1"}
"""Choices after which cards come that nobody has seen."""


class Unplayable:
    """A game without a practice round."""


def play_by_chance(rules: Game, seed: int, deck: str, *, to_the_end: bool) -> tuple[list[str], list[dict[str, Any]]]:
    """Random choices of a learner, and the table before each of them and at the end."""
    chance, choices = random.Random(seed), []
    tables = [play_practice(rules, seed, choices, deck)]
    while offered := [each["key"] for each in tables[-1]["choices"]]:
        if to_the_end and offered[-1] == REST.key:
            offered.pop()
        choices.append(chance.choice(offered))
        tables.append(play_practice(rules, seed, choices, deck))
    return choices, tables


@pytest.mark.parametrize("to_the_end", [True, False])
@pytest.mark.parametrize("key", sorted(games()))
def test_every_game_has_a_practice_round_that_ends_and_is_settled(key: str, *, to_the_end: bool) -> None:
    rules = game(key)
    for seed in range(6):
        deck = rules.decks[seed % len(rules.decks)]
        choices, tables = play_by_chance(rules, seed, deck, to_the_end=to_the_end)
        assert choices
        assert len(choices) <= MAX_CHOICES
        end = tables[-1]
        assert end == play_practice(rules, seed, choices, deck)
        assert sum(end["settlement"]["net"]) == 0
        assert 0 <= end["seat"] < len(end["seats"])


@pytest.mark.parametrize("key", sorted(games()))
def test_every_choice_says_what_followed_and_every_draw_its_odds(key: str) -> None:
    rules = game(key)
    for seed in range(4):
        _, tables = play_by_chance(rules, seed, rules.decks[0], to_the_end=True)
        for before, after in itertools.pairwise(tables):
            said = {line["en"] for line in before["lines"]}
            assert any(line["en"] not in said for line in after["lines"])
            if DRAWS & {choice["key"] for choice in before["choices"]}:
                assert before["odds"]["sections"][0]["lines"]
        for table in tables:
            assert all(line["en"] and line["ja"] for line in (*table["lines"], table["question"]))
            assert all(line["en"][0] == line["en"][0].upper() for line in table["lines"])


@pytest.mark.parametrize("key", sorted(games()))
def test_no_card_lies_there_twice(key: str) -> None:
    rules = game(key)
    for seed in range(3):
        pack = rules.pack(decks()[rules.decks[0]], rules.resolve_options({}))
        for table in play_by_chance(rules, seed, rules.decks[0], to_the_end=True)[1]:
            shown = [*table["hand"], *(code for pile in table["piles"] for code in pile["cards"])]
            assert all(shown.count(code) <= pack.count(code) for code in shown)


def test_otoroku_is_played_to_the_payment_and_says_what_the_next_card_was() -> None:
    rules = game("otoroku")
    first = play_practice(rules, 1, (), "hanafuda")
    assert first["odds"]["sections"][0]["lines"][0]["decimal"] >= 0
    drawn = play_practice(rules, 1, ("draw",), "hanafuda")
    if drawn["choices"]:
        end = play_practice(rules, 1, ("draw", "stop"), "hanafuda")
        assert any("Another card would have made" in line["en"] for line in end["lines"])
        assert sum(end["settlement"]["net"]) == 0


def test_what_is_not_offered_is_refused() -> None:
    with pytest.raises(Refusal, match="impossible"):
        play_practice(game("otoroku"), 1, ("fly",), "hanafuda")


def test_a_game_without_a_practice_round_says_so() -> None:
    rules: Any = Unplayable()
    assert not is_playable(rules)
    with pytest.raises(Refusal, match="bad_option"):
        play_practice(rules, 1, (), "hanafuda")
