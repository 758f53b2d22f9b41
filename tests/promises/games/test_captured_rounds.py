"""Rounds of captures played out: no fault, settled, the same when replayed, quick to play on."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game
from scorer.rules.game import Game
from scorer.rules.play.playable import Playable
from scorer.rules.play.playout import Playout, play, play_pack
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from tests.support.judged_rounds import decks_for

CAPTURES = ("koikoi", "hana-awase", "hachi-hachi", "kujuroku")
ROUNDS = 12
MANY_ROUNDS = 1000
_CHANGED = 0.35
"""Share of options with another value than the usual one."""


def sit_down(rules: Game, rng: random.Random) -> tuple[Table, str, list[str]]:
    """A table by random house rules, its deck and a shuffled pack."""
    options = {
        option.key: rng.choice(list(option.values))
        for option in rules.options
        if option.values and rng.random() < _CHANGED
    }
    with suppress(Refusal):  # not every house rule goes with every other, nor with every deck
        seats = rng.choice(list(rules.seats_for(rules.resolve_options(options))))
        deck = rng.choice(decks_for(rules, options))
        session = sample_session(rules, options, seats=seats, deck=deck)
        pack = rules.pack(decks()[deck], session.options)
        return session.table(), deck, rng.sample(pack, len(pack))
    return sit_down(rules, rng)


def check_round(rules: Game, table: Table, deck: str, played: Playout) -> None:
    """No step is a fault, the round settles, and its steps alone lead to the same conclusion."""
    play_rules = rules.play_rules
    assert play_rules is not None
    position = play_rules.begin(table, deck)
    for step in played.steps:
        assert step.verdict.fault is None, step
        position = play_rules.judge(position, step.move).position
    assert play_rules.is_over(position)
    assert play_rules.conclude(position) == played.conclusion
    rules.settle(played.conclusion.round)


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", CAPTURES)
def test_a_round_that_is_played_out_has_no_fault_and_is_settled(key: str, rounds: int) -> None:
    rules = game(key)
    assert rules.play_rules is not None
    for seed in range(rounds):
        rng = random.Random(f"{key} {seed}")
        table, deck, pack = sit_down(rules, rng)
        policies = (rules.play_rules.film_policies if seed % 2 else rules.play_rules.policies)(table, rng)
        check_round(rules, table, deck, play_pack(rules.play_rules, pack, table, policies))


def middle_of(play_rules: Playable, played: Playout) -> int:
    """The step in the middle of a round at which somebody lays a hand card."""
    places = [number for number, step in enumerate(played.steps) if step.move.source[0] == "hand"]
    return places[len(places) // 2]


@pytest.mark.parametrize("key", CAPTURES)
def test_a_round_is_played_on_from_its_middle_with_the_hidden_cards_dealt_anew(key: str) -> None:
    rules = game(key)
    play_rules = rules.play_rules
    assert play_rules is not None
    for seed in range(ROUNDS):
        rng = random.Random(f"{key} on {seed}")
        table, _, pack = sit_down(rules, rng)
        played = play_pack(play_rules, pack, table, play_rules.policies(table, rng))
        step = played.steps[middle_of(play_rules, played)]
        player = play_rules.player(step.before)
        hidden = play_rules.hide(step.before, player, step.hand, rng)  # type: ignore[attr-defined]
        assert hidden.hands[player] == step.hand
        on = play(play_rules, step.before, hidden, play_rules.policies(table, rng))
        assert all(each.verdict.fault is None for each in on.steps)
        rules.settle(on.conclusion.round)
