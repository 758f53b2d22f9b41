"""The steps of a round of sums, played for a film or a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer.families.steps import lay_step
from scorer.families.sums.position import OPEN
from scorer.rules.play_rules import MIDDLE, PILE, Move, Place, ScriptedRound, ScriptStep


class ScriptWriter:
    """Takes down the steps of a round; every physical card has its number, in the order of the pack."""

    def __init__(self, pack: Sequence[str]) -> None:
        self.pack = pack
        self.steps: list[ScriptStep] = []
        self._next = 0
        self._down: set[int] = set()
        self._step_of: dict[int, int] = {}

    @property
    def remaining(self) -> int:
        """How many cards are still in the pile."""
        return len(self.pack) - self._next

    def lay(self, seat: int | None, *, face_up: bool = True, at: Place | None = None, beside: int | None = None) -> int:
        """The next card of the pile is laid before a seat, or in the middle; the number of the card.

        `at`: where it belongs, if not to the seat in whose zone it lies. `beside`: the number of a card that it joins.
        """
        thing, self._next = self._next, self._next + 1
        code = self.pack[thing]
        target = at or (MIDDLE if seat is None else (OPEN, seat))
        if not face_up:
            self._down.add(thing)
        self._step_of[thing] = len(self.steps)
        step = None if beside is None else self._step_of[beside]
        self.steps.append(lay_step(seat, code, PILE, thing, zone=seat, target=target, face_up=face_up, beside=step))
        return thing

    def turn_up(self, thing: int, seat: int | None, at: Place | None = None) -> None:
        """A card that lies face down shows its face."""
        place = at or (MIDDLE if seat is None else (OPEN, seat))
        code = self.pack[thing]
        self._down.discard(thing)
        self.steps.append(ScriptStep(Move("turned", seat, code, place, place, thing), code, seat))

    def throw_in(self, thing: int, seat: int) -> None:
        """A card of a seat goes face down to the middle."""
        move = Move("moved", seat, None, (OPEN, seat), MIDDLE, thing)
        self.steps.append(ScriptStep(move, self.pack[thing], None, face_up=False))

    def code(self, thing: int) -> str:
        """The code of a card."""
        return self.pack[thing]

    def finish(self, round_: Mapping[str, Any]) -> ScriptedRound:
        """The round as it was played."""
        return ScriptedRound(tuple(self.steps), round_)
