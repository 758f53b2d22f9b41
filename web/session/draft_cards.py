"""The cards of a draft: what each is, and where it was read or placed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scanner.reads import PictureRead
from scorer.decks import kind_of
from scorer.errors import Refusal
from scorer.texts import Text

MAX_KEY_LENGTH = 40
"""Letters of the key of an earlier read: the name of a picture and a number."""
MAX_HAND_CARDS = 64
"""Cards one hand of a request may have: more than any pack holds."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """One card of a hand.

    `sure`: nobody need check it. `read_index`: its index among the picture's cards, None when it was entered by hand.
    `position`: where on the picture a user placed a card that the camera missed, fractions 0..1. `earlier`: the key in
    `Draft.earlier_reads` of its read on an earlier picture.
    """

    card: str
    sure: bool = True
    read_index: int | None = None
    position: tuple[float, float] | None = None
    earlier: str = ""

    def as_json(self) -> dict[str, Any]:
        """Card, whether it is sure, and where it was read or placed."""
        out: dict[str, Any] = {"card": self.card, "sure": self.sure, "read": self.read_index}
        if self.position is not None:
            out["at"] = list(self.position)
        if self.earlier:
            out["earlier"] = self.earlier
        return out


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as shown at /picture/<name>.jpg, and the cards read on it.

    `numbers`: for a watched table the number that stays with each card, in the order of the reads. `hand_path`: the
    hand that it shows, None where it shows the whole table. `is_of_table`: it was taken for that hand, but seems to
    show the whole table.
    """

    name: str
    read: PictureRead
    numbers: tuple[int, ...] = ()
    hand_path: str | None = None
    is_of_table: bool = False

    def as_json(self) -> dict[str, Any]:
        """The name, the hand it shows if it is one of a hand, and the reads in pixels of the picture."""
        hand = {} if self.hand_path is None else {"hand": self.hand_path, "whole_table": self.is_of_table}
        return {"name": self.name, **hand, **self.read.as_json()}


@dataclass(frozen=True, slots=True)
class EarlierRead:
    """A card as it was read on a picture that a newer one has replaced."""

    picture: Picture
    index: int

    def as_json(self) -> dict[str, Any]:
        """Name and size of the picture, and the read."""
        size = {"name": self.picture.name, "width": self.picture.read.width, "height": self.picture.read.height}
        return {**size, "read": self.picture.read.cards[self.index].as_json()}


def keep_reads(
    hands: Mapping[str, tuple[DraftCard, ...]], picture: Picture | None, earlier: Mapping[str, EarlierRead]
) -> tuple[dict[str, tuple[DraftCard, ...]], dict[str, EarlierRead]]:
    """The hands once a newer picture replaces `picture`, and how their cards were read on the pictures before it.

    `earlier`: the reads kept so far. Those of cards that lie in none of the hands any more are left out.
    """
    reads: dict[str, EarlierRead] = {}

    def keep(card: DraftCard) -> DraftCard:
        key = card.earlier
        if card.read_index is not None and picture is not None and card.read_index < len(picture.read.cards):
            key = f"{picture.name}:{card.read_index}"
            reads[key] = EarlierRead(picture, card.read_index)
        elif key in earlier:
            reads[key] = earlier[key]
        return replace(card, read_index=None, position=None, earlier=key)

    return {path: tuple(map(keep, hand)) for path, hand in hands.items()}, reads


def parse_hand(value: object) -> tuple[DraftCard, ...]:
    """Cards given as codes or as JSON objects of `DraftCard`."""
    if not (isinstance(value, list) and len(value) <= MAX_HAND_CARDS):
        raise bad_request(f"a hand is a list of at most {MAX_HAND_CARDS} cards")
    return tuple(_parse_card(card) for card in value)


def _parse_card(value: object) -> DraftCard:
    if not isinstance(value, dict):
        kind_of(value)
        return DraftCard(str(value))
    kind_of(value.get("card"))
    read_index = value.get("read")
    index = read_index if type(read_index) is int and 0 <= read_index < 1000 else None
    earlier = value.get("earlier")
    key = earlier if isinstance(earlier, str) and len(earlier) <= MAX_KEY_LENGTH else ""
    return DraftCard(value["card"], value.get("sure") is not False, index, _parse_position(value.get("at")), key)


def _parse_position(value: object) -> tuple[float, float] | None:
    """A point in fractions of the picture, None for anything else."""
    if not (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) in {int, float} and 0 <= part <= 1 for part in value)
    ):
        return None
    return (round(float(value[0]), 4), round(float(value[1]), 4))


def bad_request(message: str) -> Refusal:
    """`bad_request` with that message."""
    return Refusal("bad_request", Text(message, "要求の形が正しくありません"))
