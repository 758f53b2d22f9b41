"""卓上 takujo: what lies on the table over time, as frozen values; the page passes them on without knowing pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.reads import CardRead, PictureRead

CHANGE_KINDS = ("appeared", "gone", "moved", "turned")
"""What may happen to a card between two moments of rest."""


@dataclass(frozen=True, slots=True)
class TrackedCard:
    """One card of the table: `number` stays with it as long as it is followed, `read` is what all pictures say of it.

    `since`: when it was first seen there, seconds of the worker's monotonic clock. `covered`: something lies or rests
    over it now, and this is where it was before.
    """

    track_id: int
    read: CardRead
    since: float
    is_covered: bool = False

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"number": self.track_id, "since": self.since, "covered": self.is_covered, "read": self.read.as_json()}


@dataclass(frozen=True, slots=True)
class TableChange:
    """Something that changed: one of KINDS, to the card `number` read as `card` (None: a back), at that second."""

    track_id: int
    kind: str
    card: str | None
    time_s: float

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"number": self.track_id, "kind": self.kind, "card": self.card, "at": self.time_s}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at its last rest. `version` grows whenever a card or its reading changes; 0: nothing seen yet.

    `at`: when the picture was taken (monotonic seconds); `width`, `height` of it; `changes`: since the rest before.
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
        """For a message."""
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
        """The state that `as_json` wrote; KeyError, TypeError or ValueError for anything else."""
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
