"""Steps of a round in which dealt cards are taken up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorer.rules.play.moves import Move, Place, ScriptStep

HAND = "hand"
"""The kind of place of cards that somebody holds."""


def take_up(steps: Sequence[ScriptStep]) -> tuple[ScriptStep, ...]:
    """The steps in which cards dealt face down are taken up into the hand as soon as nobody is dealt any more.

    They are laid open where they lay instead of being turned over. Others stay as they are.
    """
    shown = {_spot(step): number for number, step in enumerate(steps) if step.move.event == "turned"}
    dealt = [
        number for number, step in enumerate(steps) if _is_dealt_down(step) and shown.get(_spot(step), -1) > number
    ]
    if not dealt:
        return tuple(steps)
    spots = {_spot(steps[number]) for number in dealt}
    changed: list[ScriptStep] = []
    places: dict[int, int] = {}
    waiting: list[ScriptStep] = []
    for number, step in enumerate(steps):
        is_dealing = number in dealt
        if waiting and not is_dealing:
            changed += waiting
            waiting = []
        places[number] = len(changed)
        if is_dealing:
            waiting.append(_take_into_hand(step))
        if step.move.event == "turned" and _spot(step) in spots:
            step = replace(step, move=_lay_from_hand(step.move))  # noqa: PLW2901  the same step, done otherwise
        changed.append(step if step.beside is None else replace(step, beside=places[step.beside]))
    return (*changed, *waiting)


def _spot(step: ScriptStep) -> tuple[Place, str]:
    """Where a step leaves which card."""
    return step.move.target, step.card


def _is_dealt_down(step: ScriptStep) -> bool:
    return step.move.event == "laid" and not step.face_up and step.zone is not None and not step.is_gone


def _take_into_hand(step: ScriptStep) -> ScriptStep:
    move = step.move
    seat = step.zone if move.seat is None else move.seat
    taken = Move("taken", seat, None, move.target, (HAND, seat), move.thing)
    return ScriptStep(taken, step.card, None, face_up=False, is_gone=True)


def _lay_from_hand(move: Move) -> Move:
    seat = move.seat if move.seat is not None else move.target[1]
    return replace(move, event="laid", seat=seat, source=(HAND, seat))
