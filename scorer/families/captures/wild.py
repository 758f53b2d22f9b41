"""A wild card: what it captures beside its own month, and what takes it."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.families.captures.cards import BIT, MONTH_OF, cards_in, month_mask
from scorer.families.captures.months import MONTHS, captures_of


@dataclass(frozen=True, slots=True)
class WildCard:
    """One of the 48 cards that matches more than its month.

    Played or turned up `card` takes one of the cards `takes` (a set); lying on the field it is taken by any of
    `taken_by` (a set). With `spares_threes` it takes none of three of a month that lie together. Cards of its own month
    match it as ever.
    """

    card: str
    takes: int
    taken_by: int = 0
    spares_threes: bool = False

    def partners(self, card: str, field: int) -> int:
        """The cards of other months on `field` of which `card` may take one.

        >>> gaji = WildCard("h11-4", (1 << 48) - 1)
        >>> gaji.partners("h11-4", 0b11), gaji.partners("h02-1", 0b11)
        (3, 0)
        """
        if card != self.card:
            is_stranger = MONTH_OF[card] != MONTH_OF[self.card]
            return field & BIT[self.card] if is_stranger and BIT[card] & self.taken_by else 0
        found = field & self.takes & ~month_mask(MONTH_OF[card])
        if found and self.spares_threes:
            for month in MONTHS:
                if (field & month_mask(month)).bit_count() == 3:
                    found &= ~month_mask(month)
        return found

    def captures(self, card: str, field: int) -> tuple[int, ...]:
        """What a card laid on `field` may capture, itself included: one set a choice, none where it stays."""
        others = self.partners(card, field)
        own = captures_of(card, field)
        return own + tuple([BIT[other] | BIT[card] for other in cards_in(others)]) if others else own
