"""Every game is played out by its own rules: without a fault, to a round that settles, the same when it is replayed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorer.rules.play.moves import Deal
from scorer.rules.play.playout import Playout, play, play_pack
from tests.support.random_tables import PLAYED, RandomRound, random_rounds

ROUNDS = 12
MANY_ROUNDS = 1000
LAID = {"", "hands", "piles", "opening", "field", "table", "dealer", "tricks"}
"""Where the cards of a round stand, of which nothing is asked: only stakes and claims are nobody's move."""


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", PLAYED)
def test_every_machine_plays_without_a_fault_and_its_rounds_settle(key: str, rounds: int) -> None:
    for number, dealt in enumerate(random_rounds(key, rounds)):
        rules, table = dealt.rules, dealt.table
        policies = (rules.policies, rules.film_policies)[number % 2](table, dealt.rng)
        playout = play_pack(rules, dealt.pack, table, policies)
        assert playout.open_decision is None
        position = rules.begin(table, dealt.deck)
        for step in playout.steps:
            verdict = rules.judge(position, step.move)
            assert (step.verdict.fault, verdict.fault) == (None, None), (number, step.move)
            position = verdict.position
        assert rules.legal(position, ()) == ()
        assert rules.conclude(position) == playout.conclusion
        assert not {path.partition(".")[0] for path, _ in playout.conclusion.asks} & LAID
        dealt.game.settle(playout.conclusion.round)


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", PLAYED)
def test_a_round_of_which_only_the_end_is_kept_ends_as_it_is_judged_step_by_step(key: str, rounds: int) -> None:
    """`advance` leaves what `judge` leaves, whoever plays, from the deal on and from any decision on."""
    for number, dealt in enumerate(random_rounds(key, rounds)):
        rules, begun = dealt.rules, dealt.rules.begin(dealt.table, dealt.deck)
        judged = play_both_ways(dealt, begun, rules.deal(begun, dealt.pack), number)
        step = dealt.rng.choice([step for step in judged.steps if step.player is not None])
        play_both_ways(dealt, step.before, rules.hide(step.before, step.player, step.hand, dealt.rng), number)


def play_both_ways(dealt: RandomRound, position: Any, deal: Deal, seed: int) -> Playout:
    policies = (dealt.rules.policies, dealt.rules.film_policies)[seed % 2]
    judged, advanced = (
        play(dealt.rules, position, deal, policies(dealt.table, random.Random(seed)), keeps_steps=keeps_steps)
        for keeps_steps in (True, False)
    )
    assert (advanced.steps, advanced.conclusion, advanced.hands) == ((), judged.conclusion, judged.hands)
    assert repr(advanced.position) == repr(judged.position)
    return judged


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", PLAYED)
def test_a_round_is_played_on_from_any_decision_with_what_nobody_saw_dealt_anew(key: str, rounds: int) -> None:
    for dealt in random_rounds(key, rounds):
        rules, table, rng = dealt.rules, dealt.table, dealt.rng
        playout = play_pack(rules, dealt.pack, table, rules.policies(table, rng))
        step = rng.choice([step for step in playout.steps if step.player is not None])
        deal = rules.hide(step.before, step.player, step.hand, rng)
        assert deal.hands[step.player] == step.hand
        on = play(rules, step.before, deal, rules.policies(table, rng))
        assert [each.move for each in on.steps if each.verdict.fault] == []
        assert on.open_decision is None
        dealt.game.settle(on.conclusion.round)
