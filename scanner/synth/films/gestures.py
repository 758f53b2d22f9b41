"""What one hand does in a row: reach, lift, carry, lay, turn, withdraw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scanner.synth.films.arms import ArmTrack
from scanner.synth.films.plan import Ride
from scanner.synth.films.stage import Point, Spot, Stage

Rng = np.random.Generator
Rider = tuple[int, str, Spot, bool]
"""A card that is carried: its number, its code, where it lies, whether its face shows."""
_REACH_S = 0.27
"""Seconds that the shortest movement of an arm takes."""
_SPEED_MM_S = 900.0
"""Millimetres a second by which a longer one takes longer."""
_PACE = (0.8, 1.3)
"""By how much people are quicker or slower than others, least and most."""
_OTHER_PACES = ((0.5, 0.75), (1.5, 2.1))
"""The same where the pace of a film is another: all are quick, or all are slow."""
_THINKING_S = (0.25, 1.9)
"""Seconds from one hand's release to the next player's move, least and most."""
_DEALING_S = (0.05, 0.35)
"""Seconds that a hand waits between two moves of its own."""
_DWELL_S = (0.08, 0.3)
"""Seconds that a hand stays where it lifted or laid a card."""
_TURNING_S = (0.45, 0.9)
"""Seconds that the turning of a card takes."""
_QUICK_S = (-0.35, 0.1)
"""Seconds from one hand's release to the coming of the next player's hand where the two meet, least and most."""
_CHAIN_S = 1.1
"""Seconds after which a hand without a move of its own goes back."""
_GRIP = (0.05, 0.3)
"""How far from a card's middle towards its player the fingertip holds it, in lengths of a card, least and most."""
_COVER = 0.42
"""How far beyond a card's middle the fingertip reaches when the hand turns it over, in lengths of a card."""
_HIGH_MM = 45.0
"""Height in mm of a hand that comes into the picture."""
_LOW_MM = 2.0
"""Height in mm of a hand that lifts or lays a card."""


class Gestures:
    """The movements of all hands of a film, one after the other or a little at once."""

    def __init__(self, rng: Rng, stage: Stage, start_s: float, *, quick: float, left_handed: float = 0.0) -> None:
        """`start_s`: when the first hand may come.

        Probabilities 0..1: `quick` that a player does not wait, `left_handed` that one plays with the left hand.
        """
        self._rng, self._stage, self._quick = rng, stage, quick
        self.arms = [
            ArmTrack(seat, is_left=float(rng.random()) < left_handed, home=stage.home(seat))
            for seat in range(len(stage.seats))
        ]
        self.rides: list[Ride] = []
        self._now = start_s
        self._last_actor: int | None = None
        paces = _OTHER_PACES[int(rng.integers(0, 2))] if stage.switches.pace else _PACE
        self._paces = [float(rng.uniform(*paces)) for _ in stage.seats]

    @property
    def end_s(self) -> float:
        """When the last hand has left."""
        return max([self._now, *(track.free_s for track in self.arms)])

    def pause(self, seconds: float) -> None:
        """Let nobody move for a time."""
        self.finish()
        self._now = self.end_s + seconds

    def finish(self) -> None:
        """Let all hands leave."""
        for seat in range(len(self.arms)):
            self._withdraw(seat)

    def lay(self, seat: int, number: int, code: str, source: Spot | None, target: Spot, *, is_up: bool) -> float:
        """Lay a card that comes from the pile, or from outside the picture if `source` is None. When it rests."""
        track, grip = self._begin(seat, from_home=source is None), self._grip(seat, target)
        if source is None:
            home = Spot(*self._shift(track.home, grip, -1.0), target.angle)
            lifted, was_up = track.free_s, is_up
        else:
            self._go(seat, self._shift((source.x, source.y), grip, 1.0))
            lifted, home, was_up = self._wait(seat, *_DWELL_S), source, False
        end = self._go(seat, self._shift((target.x, target.y), grip, 1.0))
        self.rides.append(
            Ride(number, code, seat, lifted, end, home, target, was_up, is_up, from_pile=source is not None)
        )
        return self._release(seat, end)

    def take_back(self, seat: int, number: int, code: str, spot: Spot, *, is_up: bool) -> float:
        """Take a card back into the hand, out of the picture. When it has left."""
        self._wait(seat, 0.3, 1.4)
        return self.carry(seat, [(number, code, spot, is_up)], [None], [is_up])

    def slide(self, seat: int, number: int, code: str, spot: Spot, target: Spot, *, is_up: bool) -> float:
        """Push a card a little. When it rests again."""
        return self.carry(seat, [(number, code, spot, is_up)], [target], [is_up])

    def turn(self, seat: int, number: int, code: str, spot: Spot, *, was_up: bool, is_up: bool) -> float:
        """Turn a card over where it lies. When it rests."""
        self._begin(seat)
        grip = self._toward(seat, spot, -_COVER)
        place = self._shift((spot.x, spot.y), grip, 1.0)
        start = self._go(seat, place)
        lifted = (place[0] + 0.4 * grip[0], place[1] + 0.4 * grip[1])
        lasts = float(self._rng.uniform(*_TURNING_S)) * self._paces[seat]
        self.arms[seat].move(start + lasts / 2, lifted, 14.0)
        self.arms[seat].move(start + lasts, place, _LOW_MM)
        self.rides.append(Ride(number, code, seat, start, start + lasts, spot, spot, was_up, is_up))
        return self._release(seat, start + lasts)

    def carry(
        self, seat: int, riders: Sequence[Rider], targets: Sequence[Spot | None], are_up: Sequence[bool]
    ) -> float:
        """Take cards from where they lie to other places, or out of the picture. When they rest or have left."""
        track = self._begin(seat)
        lifted: list[float] = []
        for _, _, spot, _ in riders:
            here, grip = (track.keys[-1].x, track.keys[-1].y), self._grip(seat, spot)
            place = self._shift((spot.x, spot.y), grip, 1.0)
            if not lifted or np.hypot(place[0] - here[0], place[1] - here[1]) > 1.2 * self._stage.card[0]:
                self._go(seat, place)
            lifted.append(self._wait(seat, *_DWELL_S))
        there = [spot for spot in targets if spot is not None]
        if there:
            middle = Spot(float(np.mean([spot.x for spot in there])), float(np.mean([spot.y for spot in there])))
            end = self._go(seat, self._shift((middle.x, middle.y), self._grip(seat, middle), 1.0))
        else:
            end = self._go(seat, track.home, _HIGH_MM)
        for (number, code, spot, was_up), start, target, is_up in zip(riders, lifted, targets, are_up, strict=True):
            away = target or Spot(*track.home, spot.angle)
            self.rides.append(Ride(number, code, seat, start, end, spot, away, was_up, is_up, target is None))
        return self._release(seat, end)

    def _begin(self, seat: int, *, from_home: bool = False) -> ArmTrack:
        """Bring an arm to where its next movement begins, at the right time."""
        track, rng = self.arms[seat], self._rng
        is_same = seat == self._last_actor
        if is_same and not track.is_home and self._now + _CHAIN_S > track.free_s:
            if from_home:
                self._go(seat, track.home, _HIGH_MM)
            self._wait(seat, *_DEALING_S)
        else:
            self._withdraw(seat)
            pause = float(rng.uniform(*_DEALING_S) if is_same else rng.triangular(_THINKING_S[0], 0.6, _THINKING_S[1]))
            is_quick = not is_same and rng.random() < self._quick
            start = self._now + (float(rng.uniform(*_QUICK_S)) if is_quick else pause)
            if not is_same and self._last_actor is not None:
                self._withdraw(self._last_actor)
                start = start if is_quick else max(start, self.arms[self._last_actor].free_s)
            track.move(max(start, track.free_s), track.home, _HIGH_MM)
        self._last_actor = seat
        return track

    def _withdraw(self, seat: int) -> None:
        """Let a hand go back out of the picture, if it is in it."""
        if not self.arms[seat].is_home:
            self._go(seat, self.arms[seat].home, _HIGH_MM)

    def _go(self, seat: int, target: Point, height: float = _LOW_MM) -> float:
        """Move a hand, not so quickly that its card rests too soon after the last one. When it is there."""
        track = self.arms[seat]
        last = track.keys[-1]
        distance = float(np.hypot(target[0] - last.x, target[1] - last.y))
        pace = self._paces[seat] * float(self._rng.uniform(0.88, 1.15))
        track.move(last.time_s + pace * (_REACH_S + distance / _SPEED_MM_S), target, height)
        return track.free_s

    def _wait(self, seat: int, least: float, most: float) -> float:
        """Let a hand stay where it is for a time. When that is over."""
        track = self.arms[seat]
        if track.keys:
            last = track.keys[-1]
            track.move(last.time_s + float(self._rng.uniform(least, most)), (last.x, last.y), last.height)
        return track.free_s

    def _release(self, seat: int, end: float) -> float:
        """The hand lets go. The time, from which the next movement counts."""
        self._now = max(self._now, end)
        self._wait(seat, *_DWELL_S)
        return end

    def _grip(self, seat: int, spot: Spot) -> Point:
        """From a card's middle to the fingertip that holds it, in mm."""
        return self._toward(seat, spot, float(self._rng.uniform(*_GRIP)))

    def _toward(self, seat: int, spot: Spot, lengths: float) -> Point:
        shoulder = self._stage.shoulder(seat, is_left=self.arms[seat].is_left)
        dx, dy = shoulder[0] - spot.x, shoulder[1] - spot.y
        share = lengths * self._stage.card[1] / max(1.0, float(np.hypot(dx, dy)))
        return dx * share, dy * share

    @staticmethod
    def _shift(point: Point, offset: Point, sign: float) -> Point:
        return point[0] + sign * offset[0], point[1] + sign * offset[1]
