"""Random rounds of each followed game obey its play rules and settle."""

import random

import pytest

from scorer.games import game, games
from scorer.rules.game import Game
from scorer.session.samples import sample_session
from tests.support.decoded_rounds import with_answers
from tests.support.house_rules import choices_of
from tests.support.judged_rounds import decks_for

FOLLOWED = [key for key, each in games().items() if each.play_rules is not None]
ROUNDS = 10
MANY_ROUNDS = 200


def option_sets(rules: Game) -> list[dict[str, object]]:
    """The default house rules, then each other value of each option alone."""
    sets: list[dict[str, object]] = [{}]
    sets += [{option.key: value} for option in rules.options for value in choices_of(option) if value != option.default]
    return sets


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", FOLLOWED)
def test_a_round_played_at_random_is_what_its_steps_amount_to(key: str, rounds: int) -> None:
    rules = game(key)
    play = rules.play_rules
    assert play is not None
    sets = option_sets(rules)
    for seed in range(rounds):
        rng = random.Random(seed)
        options = sets[seed % len(sets)]
        seats = rng.choice(list(rules.seats_for(rules.resolve_options(options))))
        decks = decks_for(rules, options)
        deck = decks[seed % len(decks)]
        table = sample_session(rules, options, seats=seats, deck=deck).table()
        played = play.play_round(table, deck, rng)
        rules.settle(played.round)
        position = play.begin(table, deck)
        for step in played.steps:
            assert play.hints(position) is not None
            verdict = play.judge(position, step.move)
            assert verdict.fault is None, (seed, step, verdict.fault)
            position = verdict.position
        assert play.may_end(position)
        conclusion = play.conclude(position)
        assert with_answers(conclusion.round, conclusion.asks, played.round) == played.round


@pytest.mark.parametrize("key", FOLLOWED)
def test_the_same_seed_plays_the_same_round(key: str) -> None:
    play = game(key).play_rules
    assert play is not None
    table = sample_session(game(key)).table()
    deck = game(key).decks[0]
    first, second = (play.play_round(table, deck, random.Random(3)) for _ in range(2))
    assert first == second
