"""Results of reading a picture: cards, confidence and doubts.

Frozen values, which the web process passes on as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Corner = tuple[float, float]
Corners = tuple[Corner, Corner, Corner, Corner]


def _scaled(corners: Corners, across: float, down: float) -> Corners:
    a, b, c, d = ((x * across, y * down) for x, y in corners)
    return a, b, c, d


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another face the card may be, with its calibrated probability 0..1."""

    card: str
    confidence: float


@dataclass(frozen=True, slots=True)
class CardRead:
    """One card in a picture."""

    card: str | None
    """Code of the face, None for a card back."""
    confidence: float
    """Calibrated probability 0..1 that `card` is right."""
    sure: bool
    """Whether the card is scored without asking."""
    face: str
    """How the card lies: "up", or "down" if its back shows."""
    corners: Corners
    """Four (x, y) in pixels of the picture as submitted, clockwise from the top left of the art."""
    alternatives: tuple[Alternative, ...] = ()
    """Other faces it may be, the likeliest first."""
    doubt: str = ""
    """Why it is not sure, a key such as "glare" of `scanner.doubt_texts.DOUBT_TEXTS`. "" for no doubt."""

    @classmethod
    def outline(cls, corners: Corners) -> CardRead:
        """A place where something lies of which nothing else is known: a back that is not sure."""
        return cls(None, 0.0, sure=False, face="down", corners=corners)

    def scaled(self, across: float, down: float) -> CardRead:
        """The same read of a picture that is so many times as wide and as high."""
        return replace(self, corners=_scaled(self.corners, across, down))

    def as_json(self) -> dict[str, Any]:
        """One entry of `cards` in the output of `fudayomi read --json`."""
        return {
            "card": self.card,
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "face": self.face,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "alternatives": [
                {"card": alternative.card, "confidence": round(alternative.confidence, 4)}
                for alternative in self.alternatives
            ],
            "doubt": self.doubt,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> CardRead:
        """The read that `as_json` encoded."""
        a, b, c, d = ((float(x), float(y)) for x, y in data["corners"])
        return cls(
            data["card"],
            data["confidence"],
            data["sure"],
            data["face"],
            (a, b, c, d),
            tuple(Alternative(entry["card"], entry["confidence"]) for entry in data["alternatives"]),
            data["doubt"],
        )


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card without a name, mostly because too little of it shows: the table is asked about it.

    `under`: code of the face that lies over it, None if a back or no card does. `corners`: as those of a `CardRead`.
    """

    under: str | None
    corners: Corners

    def as_json(self) -> dict[str, Any]:
        """One entry of `hidden` in the output of `fudayomi read --json`."""
        return {"under": self.under, "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> HiddenCard:
        """The card that `as_json` encoded."""
        a, b, c, d = ((float(x), float(y)) for x, y in data["corners"])
        return cls(data["under"], (a, b, c, d))


@dataclass(frozen=True, slots=True)
class PictureRead:
    """The result of reading one picture."""

    width: int
    height: int
    """Size of the picture in pixels, to which the corners refer."""
    deck: str
    """The deck it was read as."""
    elapsed_ms: float
    """Milliseconds that reading took."""
    cards: tuple[CardRead, ...]
    """All cards found that could be named, in doubt or not."""
    hidden: tuple[HiddenCard, ...] = ()
    """Cards without a name."""
    issue: str = ""
    """Why there are none, or too few, a key of `scanner.doubt_texts.ISSUE_TEXTS`. "" where nobody asked."""

    def to_size(self, width: int, height: int) -> PictureRead:
        """The same read with its corners scaled to a picture of `width` by `height` pixels."""
        across, down = width / self.width, height / self.height

        cards = tuple(card.scaled(across, down) for card in self.cards)
        hidden = tuple(replace(card, corners=_scaled(card.corners, across, down)) for card in self.hidden)
        return replace(self, width=width, height=height, cards=cards, hidden=hidden)

    def as_json(self) -> dict[str, Any]:
        """The object that `fudayomi read --json` prints, without the name of the file."""
        return {
            "width": self.width,
            "height": self.height,
            "deck": self.deck,
            "ms": round(self.elapsed_ms, 1),
            "cards": [card.as_json() for card in self.cards],
            **({"issue": self.issue} if self.issue else {}),
            "hidden": [card.as_json() for card in self.hidden],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PictureRead:
        """The picture that `as_json` encoded."""
        return cls(
            data["width"],
            data["height"],
            data["deck"],
            data["ms"],
            tuple(CardRead.from_json(card) for card in data["cards"]),
            hidden=tuple(HiddenCard.from_json(card) for card in data.get("hidden", ())),  # absent until version 0.2
            issue=data.get("issue", ""),
        )
