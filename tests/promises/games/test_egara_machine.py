"""Games of tricks played out: by random house rules, without a fault, to rounds that settle."""

from __future__ import annotations

import random

import pytest

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.playout import play_pack
from scorer.session.samples import sample_session
from tests.promises.golden.asked_evenings import random_opening
from tests.support.judged_rounds import build_table

GAMES = ("etori", "kakeya")
ROUNDS = 12
MANY_ROUNDS = 1000


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", GAMES)
def test_every_machine_plays_without_a_fault_and_its_rounds_settle(key: str, rounds: int) -> None:
    rules = game(key)
    play = rules.play_rules
    assert play is not None
    for seed in range(rounds):
        rng = random.Random(f"{key} machine {seed}")
        opened = random_opening(rules, rng)
        options = rules.resolve_options(opened.options)
        seats = rng.choice(list(rules.seats_for(options)))
        table = (
            sample_session(rules, options, seats=seats).table() if seed % 3 else build_table(rules, seats, **options)
        )
        pack = rules.pack(decks()["western"], options)
        policies = (play.policies, play.film_policies)[seed % 2](table, rng)
        playout = play_pack(play, rng.sample(pack, len(pack)), table, policies)
        position = play.begin(table, "western")
        for step in playout.steps:
            verdict = play.judge(position, step.move)
            assert (step.verdict.fault, verdict.fault) == (None, None), (seed, step.move)
            position = verdict.position
        assert play.legal(position, ()) == ()
        assert play.conclude(position) == playout.conclusion
        assert playout.conclusion.asks == ()
        rules.settle(playout.conclusion.round)
