"""Random scripts: each card is laid once, each capture is taken."""

from __future__ import annotations

import random

import pytest

from scorer.families.captures.cards import CARDS, card_points, cards_in, mask_of
from scorer.families.captures.moves.script import FilmTable, StepLog


@pytest.mark.parametrize("seed", range(20))
def test_steps_are_the_play_of_the_table(seed: int) -> None:
    log, pack = StepLog(random.Random(seed)), list(CARDS)
    log.rng.shuffle(pack)
    table = FilmTable.dealer(log)(pack, 3, 7, 6)
    turn = 0
    while not table.is_finished:
        table.take_turn(turn % 3, card_points)
        turn += 1
    laid = [step.card for step in log.steps if step.move.event == "laid"]
    assert sorted(laid) == sorted(CARDS)
    for seat in range(3):
        taken = [step.card for step in log.steps if step.move.event == "taken" and step.zone == seat]
        assert sorted(taken) == sorted(cards_in(table.piles[seat]))


def test_a_card_is_laid_beside_what_it_captures() -> None:
    log = StepLog(random.Random(1))
    log.deal(["h01-1", "h02-1"])
    log.lay(0, "h02-2", from_hand=True, captured=["h02-1", "h02-2"], takes_now=True)
    log.lay(0, "h05-1", from_hand=False)
    assert [step.beside for step in log.steps] == [None, None, 1, None, None, None]
    assert {(step.card, step.move.thing) for step in log.steps} == {
        ("h01-1", 1),
        ("h02-1", 2),
        ("h02-2", 3),
        ("h05-1", 4),
    }


def test_a_card_released_stays_or_goes_back() -> None:
    log = StepLog(random.Random(1))
    log.deal(["doni", "d05"])
    log.capture(0, ["doni", "d05"])
    log.release("d05")
    assert log.untaken == [(0, "doni")]
    log.take()
    log.release("doni")
    log.leave("doni")
    assert [(step.move.event, step.card, step.zone, step.is_gone) for step in log.steps[2:]] == [
        ("taken", "doni", 0, False),
        ("moved", "doni", None, False),
        ("moved", "doni", None, True),
    ]
    assert {step.move.thing for step in log.steps[2:]} == {1}
    assert log.steps[-1].move.target == ("out", None)


def test_a_turn_without_stock_is_the_steps_of_a_hand_card_alone() -> None:
    log = StepLog(random.Random(1))
    table = FilmTable.dealer(log)(["h02-4", "h02-3"], 1, 1, 1)
    table.take_turn(0, card_points)
    assert [(step.move.event, step.card) for step in log.steps[:2]] == [("laid", "h02-3"), ("laid", "h02-4")]
    assert sorted((step.move.event, step.card) for step in log.steps[2:]) == [("taken", "h02-3"), ("taken", "h02-4")]
    assert table.piles[0] == mask_of(["h02-3", "h02-4"])
