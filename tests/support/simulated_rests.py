"""A simulated camera that reports a played round, with misreadings."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.following.sighting import Change, Rest, SeenCard
from scorer.rules.play.moves import ScriptedRound, ScriptStep


@dataclass(frozen=True)
class Noise:
    """Probabilities of misreadings for each card. `confused`: the first name of a doubtful card is wrong.

    `jumped`: no picture comes while it is laid or taken; the next one shows the table after it. `arms`: whose arm was
    there is told, and when; one in twenty is somebody else's.
    """

    doubtful: float = 0.0
    confused: float = 0.0
    renamed: float = 0.0
    late: float = 0.0
    ghost: float = 0.0
    swapped: float = 0.0
    new_track: float = 0.0
    jumped: float = 0.0
    arms: float = 0.0


CLEAN = Noise()
STEP_S = 1.4
"""Seconds between two cards."""


def number_cards(steps: Sequence[ScriptStep]) -> list[int]:
    """The number of the physical card of each step, by the script or counted."""
    things: list[int] = []
    latest: dict[str, int] = {}
    for number, step in enumerate(steps):
        if step.move.thing is not None:
            things.append(step.move.thing)
            continue
        if step.move.event == "laid" or step.card not in latest:
            latest[step.card] = number
        things.append(latest[step.card])
    return things


class Camera:
    """Reports the steps of a round, one rest for each."""

    def __init__(self, seats: int, pack: Sequence[str], rng: random.Random, noise: Noise = CLEAN) -> None:
        self.seats, self.pack, self.rng, self.noise = seats, sorted(set(pack)), rng, noise
        self.lying: dict[int, SeenCard] = {}
        self.track_of: dict[int, int] = {}
        self.truth: dict[int, str] = {}
        self.count = Counter[int | None]()
        self.next_track = 100
        self.things: list[int] = []
        self.missed_s: dict[int, float] = {}

    def rests(self, played: ScriptedRound, *, cleared: bool = False) -> list[Rest]:
        """The rests of a round. Late cards appear, and names are corrected, some rests after their step."""
        found, late, renames, ghosts = [self._build_rest(0.0, [])], [], [], []
        self.things = number_cards(played.steps)
        groups = self._group_steps(played.steps)
        for index, steps in enumerate(groups):
            changes: list[Change] = []
            for thing, step in steps:
                is_new = thing not in self.track_of
                if is_new and self.rng.random() < self.noise.late and index + 4 < len(groups):
                    late.append((index + self.rng.randint(1, 3), step, thing))
                    self.missed_s[thing] = STEP_S * (index + 1)
                    continue
                changes += self._by_arm(self._see(step, thing), step, STEP_S * (index + 1))
                if is_new and step.face_up and self.rng.random() < self.noise.renamed:
                    renames.append((index + self.rng.randint(1, 5), thing))
            changes += self._due_changes(index, late, renames, ghosts)
            if self.rng.random() < self.noise.ghost:
                changes.append(self._ghost())
                ghosts.append((index + self.rng.randint(1, 3), changes[-1].card.track))
            if self.lying and self.rng.random() < self.noise.new_track:
                changes += self._lose_track()
            if not self.noise.jumped or self.rng.random() >= self.noise.jumped:
                found.append(self._build_rest(STEP_S * (index + 1), changes))
        leftover = self._due_changes(len(groups), late, renames, ghosts, is_last=True)
        found.append(self._build_rest(STEP_S * (len(groups) + 1), leftover))
        if cleared:
            leaving = [Change("left", card, card) for card in self.lying.values()]
            self.lying = {}
            found.append(self._build_rest(STEP_S * (len(groups) + 4), leaving))
        return found

    def _due_changes(
        self,
        index: int,
        late: list[tuple[int, ScriptStep, int]],
        renames: list[tuple[int, int]],
        ghosts: list[tuple[int, int]],
        *,
        is_last: bool = False,
    ) -> list[Change]:
        """Changes that are due now: late cards appear, names are corrected, ghosts leave."""
        now = [[each for each in waiting if is_last or each[0] <= index] for waiting in (late, renames, ghosts)]
        changes = [
            change
            for _, step, thing in now[0]
            for change in self._by_arm(self._see(step, thing), step, self.missed_s[thing])
        ]
        changes += [change for _, thing in now[1] for change in self._rename(thing)]
        cards = [self.lying.pop(track) for _, track in now[2] if track in self.lying]
        for waiting, gone in zip((late, renames, ghosts), now, strict=True):
            for each in gone:
                waiting.remove(each)
        return [*changes, *(Change("left", card, card) for card in cards)]

    def _group_steps(self, steps: Sequence[ScriptStep]) -> list[list[tuple[int, ScriptStep]]]:
        """Steps by rest: one each, or two in the wrong order."""
        groups, index = [], 0
        while index < len(steps):
            pair = list(zip(self.things[index : index + 2], steps[index : index + 2], strict=True))
            if len(pair) == len(dict(pair)) == 2 and self.rng.random() < self.noise.swapped:
                groups.append(pair[::-1])
                index += 2
            else:
                groups.append(pair[:1])
                index += 1
        return groups

    def _see(self, step: ScriptStep, thing: int) -> list[Change]:
        before = self.lying.get(self.track_of.get(thing, -1))
        names, is_sure = self._read(thing, step.card) if step.face_up else ((), True)
        if step.is_gone:
            return [] if before is None else [Change("left", self.lying.pop(before.track), before)]
        if before is None:
            self.track_of[thing] = self.next_track = self.next_track + 1
            spot = self._spot(step.zone) if step.beside is None else self._spot_beside(step.beside)
            side = step.move.seat if self.noise.arms and step.zone is None else None
            card = SeenCard(self.next_track, step.zone, spot, names, is_sure, side)
            self.lying[card.track] = card
            self.truth[card.track] = step.card
            return [Change("appeared", card)]
        if before.zone == step.zone and not before.is_face_up:
            card = replace(before, names=names, is_sure=is_sure)
            kind = "turned"
        else:
            names = names if not before.is_face_up else before.names if step.face_up else ()
            card = replace(before, names=names, zone=step.zone, position=self._spot(step.zone))
            kind = "moved"
        self.lying[card.track] = card
        return [Change(kind, card, before)]

    def _by_arm(self, changes: list[Change], step: ScriptStep, time_s: float) -> list[Change]:
        """The changes of a step with the seconds of the film and the arm that was there, where it was seen."""
        if not self.noise.arms or self.rng.random() >= self.noise.arms:
            return changes
        seat, is_misled = step.move.seat, self.rng.random() < 0.05
        hands = () if seat is None else ((seat + is_misled) % self.seats,)
        return [replace(change, time_s=time_s, hands=hands) for change in changes]

    def _spot(self, zone: int | None) -> tuple[float, float]:
        self.count[zone] += 1
        number = self.count[zone]
        if zone is None:
            return 0.3 + 0.05 * (number % 8), 0.4 + 0.08 * (number // 8)
        angle = 2 * math.pi * zone / self.seats
        return 0.5 + 0.4 * math.cos(angle) + 0.03 * number, 0.5 + 0.4 * math.sin(angle)

    def _spot_beside(self, step: int) -> tuple[float, float]:
        """A position next to the card of an earlier step, or next to where that card would lie."""
        card = self.lying.get(self.track_of.get(self.things[step], -1))
        x, y = self._spot(None) if card is None else card.position
        return x + 0.004 * self.rng.uniform(1.0, 2.0), y + 0.01

    def _read(self, thing: int, code: str) -> tuple[tuple[tuple[str, float], ...], bool]:
        del thing
        if self.rng.random() >= self.noise.doubtful:
            return ((code, 0.99),), True
        other = self.rng.choice([name for name in self.pack if name != code])
        first, second = (other, code) if self.rng.random() < self.noise.confused else (code, other)
        chance = self.rng.uniform(0.5, 0.85)
        return ((first, chance), (second, 0.97 - chance)), False

    def _rename(self, thing: int) -> list[Change]:
        before = self.lying.get(self.track_of.get(thing, -1))
        if before is None or not before.is_face_up:
            return []
        card = replace(before, names=((self.truth[before.track], 0.99),), is_sure=True)
        self.lying[card.track] = card
        return [Change("renamed", card, before)]

    def _ghost(self) -> Change:
        self.next_track += 1
        zone = self.rng.choice([None, *range(self.seats)])
        chance = self.rng.uniform(0.2, 0.5)
        card = SeenCard(self.next_track, zone, self._spot(zone), ((self.rng.choice(self.pack), chance),), is_sure=False)
        self.lying[card.track] = card
        return Change("appeared", card)

    def _lose_track(self) -> list[Change]:
        before = self.lying.pop(self.rng.choice(list(self.lying)))
        self.next_track += 1
        card = replace(before, track=self.next_track)
        for thing, track in self.track_of.items():
            if track == before.track:
                self.track_of[thing] = card.track
        if before.track in self.truth:
            self.truth[card.track] = self.truth[before.track]
        self.lying[card.track] = card
        return [Change("left", before, before), Change("appeared", card)]

    def _build_rest(self, time_s: float, changes: list[Change]) -> Rest:
        return Rest(time_s, tuple(changes), tuple(self.lying.values()))
