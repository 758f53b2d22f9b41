"""State of a watched table as frozen values with a JSON form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.reads import CardRead, PictureRead


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """One tracked card of the table.

    `track_id` is the card's number as long as it is tracked. `read` combines all pictures of it. `since`: when the
    card was first read at this place, in seconds of the worker's monotonic clock. `is_covered`: something now covers
    the card, and `read` is where it was before.
    """

    track_id: int
    read: CardRead
    since: float
    is_covered: bool = False

    def as_json(self) -> dict[str, Any]:
        """All fields under the keys of the worker's messages."""
        return {"number": self.track_id, "since": self.since, "covered": self.is_covered, "read": self.read.as_json()}


@dataclass(frozen=True, slots=True)
class TableChange:
    """One change on the table.

    `track_id`: the card it happened to. `kind`: "appeared", "gone", "moved" or "turned". `card`: the card's code, None
    for a back. `time_s`: monotonic seconds.
    """

    track_id: int
    kind: str
    card: str | None
    time_s: float

    def as_json(self) -> dict[str, Any]:
        """All fields under the keys of the worker's messages."""
        return {"number": self.track_id, "kind": self.kind, "card": self.card, "at": self.time_s}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at its last rest.

    `version` grows whenever a card or its reading changes, and is 0 before the first reading. `captured_at`: when the
    picture was taken, in monotonic seconds. `width`, `height`: size of that picture in pixels. `changes`: the changes
    since the rest before.
    """

    version: int
    captured_at: float
    width: int
    height: int
    deck: str
    cards: tuple[TrackedCard, ...] = ()
    changes: tuple[TableChange, ...] = ()

    def as_read(self) -> PictureRead:
        """The cards as a picture read, in the same order."""
        return PictureRead(self.width, self.height, self.deck, 0.0, tuple(card.read for card in self.cards))

    def as_json(self) -> dict[str, Any]:
        """The state as the worker sends it in a message."""
        return {
            "version": self.version,
            "at": self.captured_at,
            "width": self.width,
            "height": self.height,
            "deck": self.deck,
            "cards": [card.as_json() for card in self.cards],
            "changes": [change.as_json() for change in self.changes],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TableState:
        """The state that `as_json` wrote. KeyError, TypeError or ValueError for anything else."""
        return cls(
            data["version"],
            float(data["at"]),
            data["width"],
            data["height"],
            data["deck"],
            tuple(
                TrackedCard(
                    card["number"], CardRead.from_json(card["read"]), float(card["since"]), bool(card["covered"])
                )
                for card in data["cards"]
            ),
            tuple(
                TableChange(change["number"], change["kind"], change["card"], float(change["at"]))
                for change in data["changes"]
            ),
        )
