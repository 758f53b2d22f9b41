"""A round of a game of sums as a film shows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from scorer.families.sums.position import HAND, OPEN, SumPosition
from scorer.rules.play.moves import MIDDLE, PILE, Place, ScriptStep, Step


def lay_out(
    steps: Sequence[Step],
    zone: Callable[[SumPosition, Place], int | None],
    rng: random.Random,
    taken_up_share: float,
) -> tuple[ScriptStep, ...]:
    """The steps of a round without what is said. `zone`: the seat in whose zone a place lies, None for the middle.

    The cards of a hand that is no seat's lie beside its first one. `taken_up_share`: how often a player who looks at
    the own cards takes them up into the hand, 0..1; the others look under them, and turn them up where they lie.
    """
    script: list[ScriptStep] = []
    first_at: dict[Place, int] = {}
    takes_up = {step.move.seat: rng.random() < taken_up_share for step in steps if step.move.target[0] == HAND}
    for step in steps:
        move = replace(step.move, call="")
        if move.event == "called":
            continue
        if move.target[0] == HAND:
            if takes_up[move.seat]:
                script.append(ScriptStep(move, step.card, None, face_up=False, is_gone=True))
            continue
        if move.source[0] == HAND and not takes_up[move.seat]:
            move = replace(move, event="turned", source=move.target)
        lies_alone = move.source != PILE or move.target == MIDDLE or move.target[0] == OPEN
        beside = None if lies_alone else first_at.get(move.target)
        first_at.setdefault(move.target, len(script))
        place = zone(step.before, move.target)
        script.append(ScriptStep(move, step.card, place, face_up=move.card is not None, beside=beside))
    return tuple(script)
