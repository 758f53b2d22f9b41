"""卓上 takujo: what lies on the table over time, as frozen values; the page passes them on without knowing pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scanner.reads import CardRead, PictureRead

KINDS = ("appeared", "gone", "moved", "turned")
"""What may happen to a card between two moments of rest."""


@dataclass(frozen=True, slots=True)
class Lying:
    """One card of the table: `number` stays with it as long as it is followed, `read` is what all pictures say of it.

    `since`: when it was first seen there, seconds of the worker's monotonic clock. `covered`: something lies or rests
    over it now, and this is where it was before.
    """

    number: int
    read: CardRead
    since: float
    covered: bool = False

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"number": self.number, "since": self.since, "covered": self.covered, "read": self.read.as_json()}


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that changed: one of KINDS, to the card `number` read as `card` (None: a back), at that second."""

    number: int
    kind: str
    card: str | None
    at: float

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {"number": self.number, "kind": self.kind, "card": self.card, "at": self.at}


@dataclass(frozen=True, slots=True)
class TableState:
    """The table at its last rest. `version` grows whenever a card or its reading changes; 0: nothing seen yet.

    `at`: when the picture was taken (monotonic seconds); `width`, `height` of it; `changes`: since the rest before.
    """

    version: int
    at: float
    width: int
    height: int
    deck: str
    cards: tuple[Lying, ...] = ()
    changes: tuple[Happening, ...] = ()

    def as_read(self) -> PictureRead:
        """The cards as a picture read, in the same order."""
        return PictureRead(self.width, self.height, self.deck, 0.0, tuple(card.read for card in self.cards))

    def as_json(self) -> dict[str, Any]:
        """For a message."""
        return {
            "version": self.version,
            "at": self.at,
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
                Lying(card["number"], CardRead.from_json(card["read"]), float(card["since"]), bool(card["covered"]))
                for card in data["cards"]
            ),
            tuple(
                Happening(change["number"], change["kind"], change["card"], float(change["at"]))
                for change in data["changes"]
            ),
        )
