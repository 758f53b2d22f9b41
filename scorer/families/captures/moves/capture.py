"""A capture: the card laid, what it may take, and what was taken so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorer.rules.settlement import face_of
from scorer.texts import Text

UNSEEN = "?"
"""Stands for a card that was laid and taken, or laid somewhere, and that nobody has seen so far."""

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class CardCapture:
    """What one card captures: `need` of the `partners` with it, and those of them `taken` off the middle so far.

    `seat` and `turn`: who captures, and in which turn. `card` is "" where no card is laid: the dealer takes of the
    opening field; it is `UNSEEN` as long as only its partners were seen to be taken.
    """

    seat: int
    turn: int
    card: str
    partners: tuple[str, ...]
    need: int
    taken: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether cards of it still lie in the middle."""
        return self.waits_for_card or self._partners_taken < self.need

    @property
    def is_unseen(self) -> bool:
        """Whether its own card is still to be seen."""
        return self.card == UNSEEN

    @property
    def waits_for_card(self) -> bool:
        """Whether its own card still lies in the middle."""
        return bool(self.card) and not self.is_unseen and self.card not in self.taken

    @property
    def _partners_taken(self) -> int:
        return len(self.taken) - (bool(self.card) and self.card in self.taken)

    @property
    def partners_left(self) -> tuple[str, ...]:
        """The partners that may still be taken with it, none once all it needs are taken."""
        if self._partners_taken >= self.need:
            return ()
        own = (self.card,) if self.card in self.taken else ()
        return without(self.partners, without(self.taken, own))

    @property
    def missing(self) -> int:
        """How many partners are still to be taken."""
        return self.need - self._partners_taken

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

    @property
    def held(self) -> tuple[str, ...]:
        """The cards in the middle that are captured for certain: its own, and partners among which is no choice."""
        certain = self.partners_left if len(self.partners_left) == self.missing else ()
        return (self.card, *certain) if self.waits_for_card else certain


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
    place = max(index for index, each in enumerate(captures) if each is old)
    return (*captures[:place], new, *captures[place + 1 :])


def card_text(card: str) -> Text:
    """The name of a card in both languages."""
    name = face_of(card).name
    return Text(name.en, name.ja)


def cards_text(cards: Sequence[str]) -> Text:
    """The names of several cards."""
    texts = [card_text(card) for card in cards]
    return Text(", ".join(text.en for text in texts), "、".join(text.ja for text in texts))
