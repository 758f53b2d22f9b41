"""What hands do when in a flat film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scanner.synth.flat_films.places import FlatPlaces, FlatSpot
from scorer.rules.play.moves import ScriptStep

Rng = np.random.Generator
_REACH_S = (0.45, 0.9)
"""Seconds that a hand needs from its edge to a card, or back."""
_CARRY_S = (0.3, 0.7)
"""Seconds that a hand carries a card for."""
_PAUSE_S = (0.2, 1.4)
"""Seconds between two hands."""
_START_S = 1.2
"""Seconds in which nobody moves at first."""
_MOST_TAKEN = 8
"""Cards that a hand takes at once, at most."""


@dataclass(slots=True)
class FlatCard:
    """A card of a flat film, and how it lies now."""

    number: int
    code: str
    zone: int | None
    spot: FlatSpot
    is_up: bool
    thing: int | None = None


@dataclass(frozen=True, slots=True)
class Grasp:
    """One thing that a hand does: seconds at which it comes, lifts, lays down, is away again.

    `cards`: number, code, from where, to where (None: off the table), whether the face shows before and after.
    `from_pile`: whether its card is drawn. `told`: event, seat and card of each, for the truth.
    """

    person: int
    come_s: float
    lift_s: float
    drop_s: float
    away_s: float
    cards: tuple[tuple[int, str, FlatSpot | None, FlatSpot | None, bool, bool], ...]
    told: tuple[tuple[str, int | None, str | None], ...]
    from_pile: bool = False


def plan_grasps(rng: Rng, places: FlatPlaces, steps: Sequence[ScriptStep], people: int) -> list[Grasp]:
    """The grasps of a round, one after the other."""
    director = _FlatDirector(rng, places, people, steps)
    done = 0
    while done < len(steps):
        count = _taken_together(steps, done)
        director.play(steps[done : done + count], done)
        done += count
    return director.grasps


def has_pile(steps: Sequence[ScriptStep]) -> bool:
    """Whether cards are drawn from a pile."""
    return any(step.move.source[0] in {"pile", "stock"} for step in steps)


def _taken_together(steps: Sequence[ScriptStep], start: int) -> int:
    first, count = steps[start], 0
    for step in steps[start : start + _MOST_TAKEN]:
        same = (step.move.event, step.move.seat, step.zone, step.is_gone)
        if same != (first.move.event, first.move.seat, first.zone, first.is_gone):
            break
        count += 1
    return count if first.move.event == "taken" else 1


class _FlatDirector:
    def __init__(self, rng: Rng, places: FlatPlaces, people: int, steps: Sequence[ScriptStep]) -> None:
        self.rng, self.places, self.people = rng, places, people
        self.is_tricks = not has_pile(steps) and any(step.zone is None and step.move.seat is not None for step in steps)
        self.table: dict[int, FlatCard] = {}
        self.of_step: dict[int, FlatCard] = {}
        self.grasps: list[Grasp] = []
        self.now, self.trick, self.count = _START_S, 0, 0

    def play(self, steps: Sequence[ScriptStep], index: int) -> None:
        """Let one hand do these steps."""
        first = steps[0]
        known = [self._find(step) for step in steps]
        person = self._person(first)
        from_pile = known[0] is None and first.move.source[0] in {"pile", "stock"}
        cards, found = [], []
        for number, (step, card) in enumerate(zip(steps, known, strict=True)):
            beside = self.of_step.get(step.beside) if step.beside is not None else None
            if card is None:
                source, was_up = (self.places.pile, False) if from_pile else (None, step.face_up)
                card = FlatCard(self.count, step.card, None, self.places.pile, step.face_up, step.move.thing)  # noqa: PLW2901
                self.count += 1
            else:
                source, was_up = card.spot, card.is_up
            self.places.free(card.number)
            if step.is_gone:
                target = None
                self.table.pop(card.number, None)
            elif step.move.event == "turned":
                target = card.spot
            else:
                spot = beside.spot if beside is not None else None
                target = self.places.place(step, card.number, person, spot, is_trick=self.is_tricks)
            if target is not None:
                card.spot, card.zone, card.is_up = target, step.zone, step.face_up
                self.table.pop(card.number, None)
                self.table[card.number] = card
            self.of_step[index + number] = card
            cards.append((card.number, card.code, source, target, was_up, step.face_up))
            found.append((step.move.event, step.move.seat, step.move.card))
        come = self.now + float(self.rng.uniform(*_PAUSE_S))
        lift = come + float(self.rng.uniform(*_REACH_S)) if cards[0][2] is not None else come
        drop = lift + float(self.rng.uniform(*_CARRY_S)) + (float(self.rng.uniform(*_REACH_S)) if lift == come else 0.0)
        away = drop + float(self.rng.uniform(*_REACH_S))
        self.grasps.append(Grasp(person, come, lift, drop, away, tuple(cards), tuple(found), from_pile))
        self.now = away

    def _find(self, step: ScriptStep) -> FlatCard | None:
        """The card on the table that a step is about, None for one that comes from a hand or the pile."""
        if step.move.event == "laid" and step.move.source[0] not in {"open", "middle"}:
            return None
        thing, owner = step.move.thing, step.move.source[1]
        cards = [card for card in self.table.values() if card.code == step.card]
        same = [card for card in self.table.values() if thing is not None and card.thing == thing]
        there = [card for card in cards if card.zone == owner]
        return next(iter((*same, *reversed(there), *reversed(cards))), None)

    def _person(self, step: ScriptStep) -> int:
        """Who does it: in tricks of partners all four in turn, dealers else where nobody is named."""
        seat = step.move.seat or 0
        if self.people == self.places.seats or not self.is_tricks or step.zone is not None:
            return seat
        self.trick += 1
        return seat + self.places.seats * (self.trick // 2 % (self.people // self.places.seats))
