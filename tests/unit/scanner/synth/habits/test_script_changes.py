"""Cards that are taken up and laid open later."""

from __future__ import annotations

from scanner.synth.habits.script_changes import take_up
from tests.support.film_scripts import lay_step, tiny_round, turn_step


def test_dealt_backs_are_taken_up_after_the_deal_and_laid_open() -> None:
    steps = [
        lay_step(0, "h01-1", 0, face_up=False),
        lay_step(1, "h02-1", 1, face_up=False),
        lay_step(None, "h03-1", None),
        turn_step(1, "h02-1"),
        turn_step(0, "h01-1"),
    ]
    told = [(step.move.event, step.move.seat, step.move.card, step.is_gone) for step in take_up(steps)]
    assert told == [
        ("laid", 0, None, False),
        ("laid", 1, None, False),
        ("taken", 0, None, True),
        ("taken", 1, None, True),
        ("laid", None, "h03-1", False),
        ("laid", 1, "h02-1", False),
        ("laid", 0, "h01-1", False),
    ]
    assert [step.move.source for step in take_up(steps)][-1] == ("hand", 0)


def test_a_round_without_hidden_cards_stays_as_it_is() -> None:
    steps = (lay_step(0, "h01-1", 0), lay_step(1, "h02-1", 1))
    assert take_up(steps) == steps


def test_steps_that_refer_to_others_still_do() -> None:
    from dataclasses import replace  # noqa: PLC0415

    steps = [*tiny_round().steps[1:2], lay_step(None, "h03-1", None), lay_step(None, "h04-1", None)]
    steps += [replace(lay_step(2, "h03-2", None), beside=1), turn_step(1, "h05-2")]
    changed = take_up(steps)
    (beside,) = [step.beside for step in changed if step.beside is not None]
    assert changed[beside].card == "h03-1"
