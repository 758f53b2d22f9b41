"""A play event: what is said of a round while it is played."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scorer.texts import Text

EVENTS = ("laid", "turned", "taken", "moved", "retracted", "lost", "found")
"""The kinds of events, as `fudayomi follow` prints them."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What is wrong with the table: "unexplained" or "record" (table and record disagree), and where it is.

    `zone`: the seat in whose zone, None for the middle. `box`: left, top, width and height as fractions 0..1 of the
    picture, None where no one place is meant.
    """

    what: str
    zone: int | None
    box: tuple[float, float, float, float] | None = None

    @property
    def where(self) -> dict[str, Any]:
        """The place as JSON."""
        return {"seat": self.zone, "box": None if self.box is None else list(self.box)}


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """Something that happened at `time_s` (seconds of the film). `seat` and `card` may be unknown.

    `thing`: the physical card. `note`: what is wrong with it, or what it corrects, in words. `is_doubtful`: whether
    it was only concluded from later ones, breaks a rule or is a poor explanation of what was seen. With
    `is_by_another_hand` the arm at the card was somebody else's: more likely a card before it was missed. `is_start`:
    it lay there in the first picture. `is_correction`: it comes in the place of the event of the same thing, kind and
    time that was sent before. `lost`: what is wrong, and where.
    """

    time_s: float
    event: str
    seat: int | None
    card: str | None
    thing: int | None = None
    note: Text | None = None
    is_doubtful: bool = False
    is_by_another_hand: bool = False
    is_start: bool = False
    is_correction: bool = False
    lost: Lost | None = None

    def as_json(self, *, with_note: bool = False) -> dict[str, Any]:
        """The event as `fudayomi follow` prints it; with a note only where it is asked for and there is one."""
        line: dict[str, Any] = {"t": self.time_s, "event": self.event, "seat": self.seat, "card": self.card}
        if self.is_start:
            line["start"] = True
        if self.lost is not None:
            line |= {"what": self.lost.what, "where": self.lost.where, "text": self.note and self.note.as_json()}
        if with_note and self.note is not None:
            line["note"] = self.note.as_json()
        return line


@dataclass(slots=True)
class EventLines:
    """Numbers the events of one round in the order in which they are sent."""

    sent: dict[tuple[int | None, str, float], int] = field(default_factory=dict)
    count: int = 0

    def line(self, event: PlayEvent) -> dict[str, Any]:
        """The event as `fudayomi follow` prints it: with its number `n`, and that of the line it `replaces`."""
        self.count += 1
        key = event.thing, event.event, event.time_s
        replaced = self.sent.get(key) if event.is_correction else None
        self.sent[key] = self.count
        line = {"n": self.count, **event.as_json()}
        return line if replaced is None else {**line, "replaces": replaced}
