"""A capture: the card laid, what it may take, and what was taken so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from scorer.families.captures import text
from scorer.rules.settlement import face_of
from scorer.texts import Text

UNSEEN = "?"
"""Stands for a card that was laid and taken, or laid somewhere, and that nobody has seen so far."""

_Item = TypeVar("_Item")


@dataclass(slots=True, unsafe_hash=True)  # never changed; a frozen one takes three times as long to make
class CardCapture:
    """What one card captures: `need` of the `partners` with it, and those of them `taken` off the middle so far.

    `seat` and `turn`: who captures, and in which turn. `card` is "" where no card is laid: the dealer takes of the
    opening field; it is `UNSEEN` as long as only its partners were seen to be taken. What follows from that:
    `waits_for_card`: its own card still lies in the middle. `missing`: how many partners are still to be taken,
    `partners_left`: those that may be, none once all it needs are. `held`: the cards in the middle that are captured
    for certain: its own, and partners among which is no choice. `is_open`: cards of it still lie in the middle.
    """

    seat: int
    turn: int
    card: str
    partners: tuple[str, ...]
    need: int
    taken: tuple[str, ...] = ()
    waits_for_card: bool = field(init=False, repr=False, compare=False)
    missing: int = field(init=False, repr=False, compare=False)
    partners_left: tuple[str, ...] = field(init=False, repr=False, compare=False)
    held: tuple[str, ...] = field(init=False, repr=False, compare=False)
    is_open: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        card, taken, missing, left = self.card, self.taken, self.need, self.partners
        is_taken = card in taken
        if taken:
            missing -= len(taken) - is_taken
        if missing <= 0:
            left = ()
        elif taken:
            left = without(left, without(taken, (card,) if is_taken else ()))
        self.waits_for_card = waits = bool(card) and card != UNSEEN and not is_taken
        self.missing, self.partners_left = missing, left
        certain = left if len(left) == missing else ()
        self.held = (card, *certain) if waits else certain
        self.is_open = waits or missing > 0

    @property
    def is_unseen(self) -> bool:
        """Whether its own card is still to be seen."""
        return self.card == UNSEEN

    @property
    def matched(self) -> str:
        """A card that its own one matches: one that was taken, or of those that may be."""
        return (*self.taken, *self.partners)[0]

    @property
    def captured_partners(self) -> tuple[str, ...]:
        """The partners that were taken."""
        return without(self.taken, (self.card,))

    def accepts(self, card: str) -> bool:
        """Whether `card` may be taken by it now."""
        return (card == self.card and self.waits_for_card) or card in self.partners_left

    def with_taken(self, taken: tuple[str, ...]) -> CardCapture:
        """The capture of which exactly these cards are taken."""
        return CardCapture(self.seat, self.turn, self.card, self.partners, self.need, taken)


def without(cards: Sequence[_Item], removed: Iterable[_Item]) -> tuple[_Item, ...]:
    """The cards less those removed, one copy each.

    >>> without(("d05", "d05", "d02"), ("d05", "d09"))
    ('d05', 'd02')
    """
    left = list(cards)
    for card in removed:
        if card in left:
            left.remove(card)
    return tuple(left)


def exchange(captures: tuple[CardCapture, ...], old: CardCapture, new: CardCapture) -> tuple[CardCapture, ...]:
    """The captures with `new` in the place of `old`."""
    place = len(captures) - 1
    while captures[place] is not old:
        place -= 1
    return (*captures[:place], new, *captures[place + 1 :])


def card_text(card: str) -> Text:
    """The name of a card in both languages."""
    name = face_of(card).name
    return name.as_text()


def cards_text(cards: Sequence[str]) -> Text:
    """The names of several cards."""
    return text("cards_in_a_row", cards=tuple(map(card_text, cards)))
