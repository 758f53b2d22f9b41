"""Where people lay cards: rows, the field, a trick, captures, heaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil

import cv2
import numpy as np

from scanner.synth.films.stage import Point, Spot, Stage
from scorer.rules.play.moves import ScriptStep

Rng = np.random.Generator
Kind = tuple[str, int | None]
"""A kind of place with the seat in whose zone it is, None for the middle."""
_SLIP_MM = 1.6
"""Deviation in mm by which people miss the place they mean."""
_TWIST_DEG = 3.2
"""Deviation in degrees by which their cards are turned."""
_HEAP_SLIP_MM = 3.0
"""Deviation in mm of the cards of a heap from each other."""
_HEAP_TWIST_DEG = 7.0
"""Deviation in degrees of the cards of a heap from each other."""
_MAX_ROW_MM = 520.0
"""Millimetres of the longest row of cards before a seat: further to the side nobody lays them."""
_CELL = (1.16, 1.1)
"""Width and height of a place of the field, in cards."""
_FIELD_ORDER_NOISE = 0.7
"""Deviation, in cards, by which the next free place of a field is not the one nearest to the middle."""
_PILE_MARGIN_MM = 7.0
"""Millimetres that people leave free around the draw pile."""
_HALF_OVER = ((0.0, 0.35), (0.3, 0.6))
"""The same of a card that lies half over the one it captures: to the right in widths, down in heights of a card."""
_BESIDE = ((0.25, 0.6), (0.05, 0.25))
"""How far to the right and down of its match a card is laid, in cards, least and most."""
_GROWTHS = ((0.0, 0.5), (0.0, 0.7), (0.5, 0.0), (0.5, 0.25))
"""By how many cards to the right and down the next one lies in a column of the middle, as people may lay them."""
TAKING_PLACES = frozenset({"captures", "tricks", "trick", "taken"})
"""Kinds of places for what somebody has taken."""


def spread_block(total: int, space: tuple[float, float], card: tuple[float, float], most: float) -> list[Point]:
    """The centres (x, y) in mm of `total` cards in rows around (0, 0), as wide apart as the space in mm allows.

    `most`: the distance of two cards of a row in widths of a card, at most. Cards overlap where there is no room.
    """
    best: tuple[float, int, float, float] = (-1.0, 1, 0.0, 0.0)
    for rows in range(1, max(2, total + 1)):
        columns = ceil(total / rows)
        across = min(most, (space[0] / card[0] - 1) / max(1, columns - 1)) if columns > 1 else most
        down = min(1.08, (space[1] / card[1] - 1) / (rows - 1)) if rows > 1 else 1.08
        if min(across / most, down) > best[0] + 0.02:
            best = (min(across / most, down), columns, across, down)
    _, columns, across, down = best
    rows = ceil(total / columns)
    first = min(columns, total)
    return [
        ((n % columns - (first - 1) / 2) * across * card[0], (n // columns - (rows - 1) / 2) * down * card[1])
        for n in range(total)
    ]


class Places:
    """Gives every card its place, as people do who see what already lies there."""

    def __init__(self, rng: Rng, stage: Stage, steps: Sequence[ScriptStep]) -> None:
        """For a round with these steps."""
        self._rng, self._stage = rng, stage
        self.has_pile = any(step.move.source[0] in {"pile", "stock"} for step in steps)
        self.is_tricks = not self.has_pile and any(
            step.zone is None and step.move.event == "laid" and step.move.seat is not None for step in steps
        )
        besides = {step.beside for step in steps if step.zone is None and step.beside is not None}
        # Where cards are captured, a card is laid on the one that it captures; a field has rows, no columns.
        is_captures = any(step.move.event == "taken" and step.move.target[0] == "captures" for step in steps)
        self._columns = [] if is_captures else sorted(besides)
        self._growth = _GROWTHS[int(rng.integers(0, len(_GROWTHS)))]
        self.pile: Spot | None = None
        if self.has_pile:
            side = float(rng.choice([-0.45, 0.45] if self._columns else [-0.42, 0.0, 0.42]))
            x = side * max(0.0, stage.middle.along - 2 * stage.card[0])
            self.pile = self._jitter(stage.middle.place(x, 0.0), 3.0, 4.0)
        counts = Counter(self._kind(step) for step in steps if step.move.event != "turned" and not step.is_gone)
        self._free = {
            kind: self._row(kind, count, list(counts)) for kind, count in counts.items() if kind[1] is not None
        }
        self._field = self._field_spots()
        self._field_of: dict[int, int] = {}
        self._heaps: dict[int, Spot] = {}
        self._spread: dict[int, list[Spot]] = {}

    @staticmethod
    def _kind(step: ScriptStep) -> Kind:
        return ("taken" if step.move.target[0] in TAKING_PLACES else "open", step.zone)

    def _jitter(self, spot: Spot, slip: float = _SLIP_MM, twist: float = _TWIST_DEG) -> Spot:
        dx, dy = self._rng.normal(0, slip, 2)
        return Spot(spot.x + float(dx), spot.y + float(dy), (spot.angle + float(self._rng.normal(0, twist))) % 360)

    def _row(self, kind: Kind, count: int, kinds: Sequence[Kind]) -> list[Spot]:
        """The places of a seat's cards of one kind, in the order in which they are used."""
        seat = kind[1] or 0
        area, card, rng = self._stage.seats[seat], self._stage.card, self._rng
        shares = sorted(other for other, zone in kinds if zone == seat)
        strip = area.deep / len(shares)
        y = -area.deep / 2 + strip * (shares.index(kind[0]) + 0.5)
        room = (min(area.along, _MAX_ROW_MM) - 14.0, strip - (10.0 if strip > card[1] + 12 else 0.0))
        is_close = rng.random() < (0.6 if kind[0] == "taken" else 0.2)
        most = float(rng.uniform(0.6, 0.9) if is_close else rng.uniform(1.03, 1.18))
        block = spread_block(count, room, card, most)
        lean, shift = float(rng.normal(0, 2.5)), float(rng.normal(0, 6.0))
        slack = max(0.0, (strip - card[1]) / 2 - max((abs(place[1]) for place in block), default=0.0) - 4.0)
        y += float(rng.uniform(-0.7, 0.7)) * slack
        return [area.place(x + shift, y + across, lean) for x, across in block]

    def _field_spots(self) -> list[Spot]:
        """The places of the field, the first to be used first."""
        middle, card = self._stage.middle, self._stage.card
        columns, rows = int(middle.along / (_CELL[0] * card[0])), max(1, int(middle.deep / (_CELL[1] * card[1])))
        cells = []
        for row in range(rows):
            for column in range(columns):
                x, y = (column - (columns - 1) / 2) * _CELL[0] * card[0], (row - (rows - 1) / 2) * _CELL[1] * card[1]
                spot = middle.place(x, y)
                if self.pile is None or self._is_clear(spot, self.pile):
                    distance = np.hypot(x / card[0], 1.3 * y / card[1])
                    cells.append((float(distance + self._rng.normal(0, _FIELD_ORDER_NOISE)), spot))
        return [spot for _, spot in sorted(cells, key=lambda cell: cell[0])]

    def _is_clear(self, first: Spot, second: Spot, margin: float = _PILE_MARGIN_MM) -> bool:
        card = (self._stage.card[0] + margin, self._stage.card[1] + margin)
        upper, lower = (cv2.boxPoints(((spot.x, spot.y), card, spot.angle)) for spot in (first, second))
        return bool(cv2.intersectConvexConvex(upper, lower)[0] <= 0)

    def lay(self, step: ScriptStep, number: int, match: Spot | None = None, person: int | None = None) -> Spot:
        """The place of the physical card `number` that a step lays.

        `match`: the field card that it captures. `person`: who lays it, where pairs play.
        """
        if step.zone is not None:
            free = self._free[self._kind(step)]
            return self._jitter(free.pop(0) if free else self._stage.seats[step.zone].place(0.0, 0.0))
        if match is not None:
            return self._beside(match)
        if self.is_tricks and step.move.seat is not None:
            return self._trick_place(step.move.seat if person is None else person)
        taken = set(self._field_of.values())
        slot = next((n for n in range(len(self._field)) if n not in taken), None)
        if slot is None:
            x, y = self._rng.uniform(-0.4, 0.4, 2) * (self._stage.middle.along, self._stage.middle.deep)
            return self._jitter(self._stage.middle.place(float(x), float(y)))
        self._field_of[number] = slot
        return self._jitter(self._field[slot])

    def begin_column(self, index: int) -> Spot | None:
        """The place of the card of the step at `index`, if others come to lie beside it in the middle."""
        if index not in self._columns:
            return None
        middle, card, count = self._stage.middle, self._stage.card, len(self._columns)
        room = middle.along - (2 * (card[0] + _PILE_MARGIN_MM) if self.pile else 0.0)
        side = 0.0 if self.pile is None else -np.sign(self.pile.x - middle.x) * (card[0] + _PILE_MARGIN_MM)
        x = float(side) + (self._columns.index(index) + 0.5 - count / 2) * room / count
        first = (-self._growth[0] * card[0], -self._growth[1] * card[1])
        return self._jitter(middle.place(x + first[0], first[1]))

    def lay_beside(self, anchor: Spot, count: int, zone: int | None) -> Spot:
        """The place of the `count`-th card beside another: in a column of the middle, or in a seat's row."""
        width, height = self._stage.card
        right, down = (self._growth[0] * width, self._growth[1] * height) if zone is None else (1.07 * width, 0.0)
        radians = np.radians(anchor.angle)
        cos, sin = float(np.cos(radians)), float(np.sin(radians))
        x, y = anchor.x + count * (right * cos - down * sin), anchor.y + count * (right * sin + down * cos)
        return self._jitter(Spot(x, y, anchor.angle))

    def free(self, number: int) -> None:
        """Give back the field's place of a card that leaves it."""
        self._field_of.pop(number, None)

    def _beside(self, match: Spot) -> Spot:
        """On the lower right of the card that it captures, as people show that the two go together."""
        radians = np.radians(match.angle)
        right, down = _HALF_OVER if self._stage.switches.half_over else _BESIDE
        dx, dy = self._rng.uniform(*right) * self._stage.card[0], self._rng.uniform(*down) * self._stage.card[1]
        x, y = dx * np.cos(radians) - dy * np.sin(radians), dx * np.sin(radians) + dy * np.cos(radians)
        return self._jitter(Spot(match.x + float(x), match.y + float(y), match.angle), _SLIP_MM, 2 * _TWIST_DEG)

    def _trick_place(self, seat: int) -> Spot:
        """Before the player, near the middle of the table."""
        stage, card = self._stage, self._stage.card
        owner = stage.seats[seat]
        angle = np.arctan2(owner.y - stage.middle.y, owner.x - stage.middle.x)
        reach_x = min(0.5 * (stage.middle.along - card[1]), 1.25 * card[1])
        reach_y = max(0.0, 0.5 * (stage.middle.deep - card[1]))
        spot = Spot(
            stage.middle.x + float(reach_x * np.cos(angle)),
            stage.middle.y + float(reach_y * np.sin(angle)),
            owner.facing,
        )
        return self._jitter(spot, 2.5 * _SLIP_MM, 3 * _TWIST_DEG)

    def spread(self, seat: int, count: int) -> list[Spot]:
        """The places of `count` cards that a seat shows in a row before it, away from its heap."""
        area, card = self._stage.seats[seat], self._stage.card
        taken = {(round(spot.x), round(spot.y)) for spot in self._spread.get(seat, ())}
        step = 0.55 * card[0]
        row = [
            area.place(n * step - 0.42 * area.along + 0.5 * card[0], 0.42 * (area.deep - card[1])) for n in range(40)
        ]
        free = [self._jitter(spot) for spot in row if (round(spot.x), round(spot.y)) not in taken][:count]
        self._spread.setdefault(seat, []).extend(row[len(taken) : len(taken) + count])
        return free

    def heap(self, step: ScriptStep, count: int) -> list[Spot]:
        """The places of `count` cards that are put down together, as a small heap."""
        seat, free = step.zone or 0, self._free[self._kind(step)]
        base = free[min(len(free), count) // 2] if free else self._stage.seats[seat].place(0.0, 0.0)
        if self._stage.switches.growing_heap:
            base = self._heaps.setdefault(seat, base)
        else:
            del free[:count]
        base = self._jitter(base)
        return [self._jitter(base, _HEAP_SLIP_MM, _HEAP_TWIST_DEG) for _ in range(count)]
