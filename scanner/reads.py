"""読み yomi: what the eyes answer, as frozen values; the web process passes them on without knowing pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another face the card may be, with its calibrated probability 0..1."""

    card: str
    confidence: float


@dataclass(frozen=True, slots=True)
class CardRead:
    """One card seen. `corners`: four (x, y) in pixels of the picture as given, clockwise, from the art's top left.

    `confidence`: calibrated probability 0..1 that `card` is right. `sure`: would be scored without asking. `face`:
    "up", or "down" for a card back (then `card` is None). `doubt`: why it is not sure, a key such as "glare", "".
    """

    card: str | None
    confidence: float
    sure: bool
    face: str
    corners: tuple[Corner, Corner, Corner, Corner]
    alternatives: tuple[Alternative, ...] = ()
    doubt: str = ""

    def as_json(self) -> dict[str, Any]:
        """One `cards` entry of `fudayomi read --json`."""
        return {
            "card": self.card,
            "confidence": round(self.confidence, 4),
            "sure": self.sure,
            "face": self.face,
            "corners": [[round(x, 1), round(y, 1)] for x, y in self.corners],
            "alternatives": [
                {"card": other.card, "confidence": round(other.confidence, 4)} for other in self.alternatives
            ],
            "doubt": self.doubt,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> CardRead:
        """The read that `as_json` wrote."""
        a, b, c, d = ((float(x), float(y)) for x, y in data["corners"])
        return cls(
            data["card"],
            data["confidence"],
            data["sure"],
            data["face"],
            (a, b, c, d),
            tuple(Alternative(other["card"], other["confidence"]) for other in data["alternatives"]),
            data["doubt"],
        )


@dataclass(frozen=True, slots=True)
class PictureRead:
    """A whole picture read: its size in pixels, the deck it was read as, the milliseconds it took, the cards."""

    width: int
    height: int
    deck: str
    elapsed_ms: float
    cards: tuple[CardRead, ...]

    def to_size(self, width: int, height: int) -> PictureRead:
        """The same in a picture of that size."""
        across, down = width / self.width, height / self.height

        def scale_card(card: CardRead) -> CardRead:
            a, b, c, d = ((x * across, y * down) for x, y in card.corners)
            return replace(card, corners=(a, b, c, d))

        return replace(self, width=width, height=height, cards=tuple(scale_card(card) for card in self.cards))

    def as_json(self) -> dict[str, Any]:
        """The object of `fudayomi read --json`, without the file's name."""
        return {
            "width": self.width,
            "height": self.height,
            "deck": self.deck,
            "ms": round(self.elapsed_ms, 1),
            "cards": [card.as_json() for card in self.cards],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> PictureRead:
        """The picture that `as_json` wrote."""
        return cls(
            data["width"],
            data["height"],
            data["deck"],
            data["ms"],
            tuple(CardRead.from_json(card) for card in data["cards"]),
        )
