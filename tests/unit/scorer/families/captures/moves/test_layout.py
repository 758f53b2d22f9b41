"""Films of rounds: each card is laid once, each capture is taken."""

from __future__ import annotations

import random

import pytest

from scorer.families.captures.cards import CARDS
from scorer.families.captures.moves.layout import lay_out
from scorer.games import game
from scorer.rules.play.moves import ScriptStep
from scorer.rules.play.playout import Playout, play_pack
from tests.support.judged_rounds import build_table

HANA_AWASE = game("hana-awase")


def play_at_random(seed: int) -> tuple[Playout, tuple[ScriptStep, ...]]:
    """A round in which players lay any card, and its film."""
    rules, table, rng = HANA_AWASE.play_rules, build_table(HANA_AWASE, 3), random.Random(seed)
    played = play_pack(rules, rng.sample(CARDS, 48), table, rules.film_policies(table, rng))
    return played, lay_out(played.steps, rng)


@pytest.mark.parametrize("seed", range(10))
def test_every_card_is_laid_once_and_taken_by_who_captured_it(seed: int) -> None:
    played, script = play_at_random(seed)
    assert sorted(step.card for step in script if step.move.event == "laid") == sorted(CARDS)
    for seat in range(3):
        taken = [step.card for step in script if step.move.event == "taken" and step.zone == seat]
        assert sorted(taken) == sorted(played.position.pile(seat))


def test_things_stay_the_same_cards_and_a_card_lies_beside_one_of_its_month() -> None:
    _, script = play_at_random(3)
    laid = {step.card: step.move.thing for step in script if step.move.event == "laid"}
    assert len(set(laid.values())) == 48
    assert all(step.move.thing == laid[step.card] for step in script)
    beside = [(step.card, script[step.beside].card) for step in script if step.beside is not None]
    assert len(beside) > 15
    assert all(card[:3] == other[:3] != card for card, other in beside)


def test_players_often_take_before_the_next_card_is_turned_up() -> None:
    orders = set()
    for seed in range(5):
        _, script = play_at_random(seed)
        drawn = [
            number for number, step in enumerate(script) if step.move.source[0] == "pile" and step.move.seat is not None
        ]
        orders |= {script[number - 1].move.event for number in drawn}
    assert orders == {"laid", "taken"}
