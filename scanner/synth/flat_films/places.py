"""Where the cards of a flat film lie, in pixels."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from scanner.seat_zones import CENTER_ZONE, Zone, seat_zones
from scorer.rules.play.moves import ScriptStep

Rng = np.random.Generator
Size = tuple[int, int]
_CARD_SHARE = (0.115, 0.15)
"""Height of a card in heights of the picture, least and most."""
_STEP = (0.62, 1.08)
"""Distance of two cards of a row in their widths, least and most."""
_SLIP = 0.05
"""Deviation of a card from its place, in its widths."""
_TURN_DEG = 5.0
"""Deviation of a card from its direction in degrees."""
_OPEN_ROW, _TAKEN_ROW = 0.28, 0.72
"""How far from the inner edge of a zone the two rows lie, as shares 0..1 of its depth: what is taken lies outside."""
_OPEN_KINDS = frozenset({"hand", "open"})
"""Kinds of places whose cards lie in the inner row."""


@dataclass(frozen=True, slots=True)
class FlatSpot:
    """Where a card lies: its centre in pixels, degrees clockwise."""

    x: float
    y: float
    angle: float


class FlatPlaces:
    """Gives every card of a flat film its place."""

    def __init__(self, rng: Rng, size: Size, people: int, seats: int, card_mm: tuple[float, float]) -> None:
        """`people` sit there for `seats` of the game, with cards of `card_mm` (width, height)."""
        self._rng, self.size, self.seats = rng, size, seats
        self.card_height = float(rng.uniform(*_CARD_SHARE)) * size[1]
        self.card_width = self.card_height * card_mm[0] / card_mm[1]
        self.zones = seat_zones(people)
        self._step = float(rng.uniform(*_STEP))
        self._counts: Counter[tuple[int, bool]] = Counter()
        self._taken_slots: dict[int, int] = {}
        self._grid = self._cells()
        self.pile = self._jitter(*self._grid[-1])

    def polygons(self) -> dict[str, object]:
        """The zones of the game's seats and of the middle, as `follow --zones` takes them."""
        boxes = [self._polygon(zone) for zone in self.zones[: self.seats]]
        return {"seats": boxes, "middle": self._polygon(CENTER_ZONE)}

    def edge(self, person: int) -> tuple[float, float]:
        """Where a person's arm comes into the picture, a little outside."""
        zone = self.zones[person]
        angle = math.radians(zone.facing_deg)
        x, y = zone.x * self.size[0] - 0.75 * self.size[0] * math.sin(angle), zone.y * self.size[1]
        y += 0.75 * self.size[1] * math.cos(angle)
        return x, y

    def place(self, step: ScriptStep, number: int, person: int, beside: FlatSpot | None, *, is_trick: bool) -> FlatSpot:
        """Where card `number` of a step comes to lie. `beside`: the card it is laid at; `person` lays it."""
        if step.zone is not None:
            return self._in_row(step)
        if beside is not None:
            return self._jitter(beside.x + 0.5 * self.card_width, beside.y + 0.3 * self.card_height, beside.angle)
        if is_trick:
            zone = self.zones[person]
            x, y = (0.5 + 0.3 * (zone.x - 0.5)) * self.size[0], (0.5 + 0.34 * (zone.y - 0.5)) * self.size[1]
            return self._jitter(x, y, float(zone.facing_deg))
        used = set(self._taken_slots.values())
        slot = next((n for n in range(len(self._grid) - 1) if n not in used), 0)
        self._taken_slots[number] = slot
        return self._jitter(*self._grid[slot])

    def free(self, number: int) -> None:
        """Give back the place of the middle where a card lay."""
        self._taken_slots.pop(number, None)

    def _in_row(self, step: ScriptStep) -> FlatSpot:
        zone = self.zones[step.zone or 0]
        is_taken = step.move.target[0] not in _OPEN_KINDS
        count = self._counts[step.zone or 0, is_taken]
        self._counts[step.zone or 0, is_taken] += 1
        along = (zone.width * self.size[0], zone.height * self.size[1])
        room, depth = along if zone.facing_deg % 180 == 0 else along[::-1]
        fitting = max(1, int((room - self.card_width) / (self._step * self.card_width)))
        across = (count % fitting - (fitting - 1) / 2) * self._step * self.card_width
        down = ((_TAKEN_ROW if is_taken else _OPEN_ROW) - 0.5) * depth + 0.25 * self.card_height * (count // fitting)
        angle = math.radians(zone.facing_deg)
        x = zone.x * self.size[0] + across * math.cos(angle) - down * math.sin(angle)
        y = zone.y * self.size[1] + across * math.sin(angle) + down * math.cos(angle)
        return self._jitter(x, y, float(zone.facing_deg))

    def _jitter(self, x: float, y: float, angle: float) -> FlatSpot:
        dx, dy = self._rng.normal(0, _SLIP * self.card_width, 2)
        return FlatSpot(x + float(dx), y + float(dy), angle + float(self._rng.normal(0, _TURN_DEG)))

    def _cells(self) -> list[tuple[float, float, float]]:
        """The places of the middle, those near its centre first."""
        width, height = CENTER_ZONE.width * self.size[0], CENTER_ZONE.height * self.size[1]
        across, down = 1.2 * self.card_width, 1.12 * self.card_height
        columns, rows = max(2, int(width / across)), max(1, int(height / down))
        cells = [
            (self.size[0] / 2 + (n - (columns - 1) / 2) * across, self.size[1] / 2 + (m - (rows - 1) / 2) * down, 0.0)
            for m in range(rows)
            for n in range(columns)
        ]
        centre = self.size[0] / 2, self.size[1] / 2
        return sorted(cells, key=lambda cell: math.dist(cell[:2], centre))

    def _polygon(self, zone: Zone) -> list[list[int]]:
        left, top = (zone.x - zone.width / 2) * self.size[0], (zone.y - zone.height / 2) * self.size[1]
        right, bottom = left + zone.width * self.size[0], top + zone.height * self.size[1]
        return [[round(x), round(y)] for x, y in ((left, top), (right, top), (right, bottom), (left, bottom))]
