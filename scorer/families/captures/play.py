"""Demo play of a fishing game: a hand card, then the top of the stock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from scorer.families.captures.cards import BIT, mask_of
from scorer.families.captures.months import captures_of

Deal = Callable[[Sequence[str], int, int, int], "FishingTable"]
"""What deals a table from a pack: seats, cards of a hand, cards of the field."""
Estimate = Callable[[int], int]
"""How good a player thinks a pile is."""


@dataclass(slots=True)
class FishingTable:
    """A round under way (hana-awase 2): hands and stock as codes, field and captured piles as sets."""

    hands: list[list[str]]
    field: int
    stock: list[str]
    piles: list[int]

    @classmethod
    def deal(cls, pack: Sequence[str], seats: int, hand_size: int, field_size: int) -> Self:
        """A table as dealt from the top of `pack`: hands in turn, then the field, the rest is the stock."""
        ends = [seat * hand_size for seat in range(seats + 1)]
        hands = [list(pack[start:end]) for start, end in pairwise(ends)]
        field_end = ends[-1] + field_size
        return cls(hands, mask_of(pack[ends[-1] : field_end]), list(pack[field_end:]), [0] * seats)

    @property
    def is_finished(self) -> bool:
        """Whether hands and stock are empty."""
        return not self.stock and not any(self.hands)

    def take_turn(self, seat: int, estimate: Estimate) -> None:
        """One turn: the hand card that captures most, where there is one, then the top of the stock."""
        if self.hands[seat]:
            self.lay(self.draw_best(seat, estimate), seat, estimate)
        if self.stock:
            self.lay(self.stock.pop(0), seat, estimate)

    def draw_best(self, seat: int, estimate: Estimate) -> str:
        """The card of a hand that captures most, taken out of the hand."""
        hand = self.hands[seat]
        after = {code: self.pile_after(code, seat, estimate) for code in hand}
        worth = {pile: estimate(pile) for pile in set(after.values())}
        card = max(hand, key=lambda code: worth[after[code]])  # of equals the first
        hand.remove(card)
        return card

    def pile_after(self, card: str, seat: int, estimate: Estimate) -> int:
        """The pile of `seat` once it has laid `card`; of two matches it chooses the better."""
        piles = [self.piles[seat] | taken for taken in captures_of(card, self.field)] or [self.piles[seat]]
        return piles[0] if len(piles) == 1 else max(piles, key=estimate)

    def lay(self, card: str, seat: int, estimate: Estimate) -> None:
        """One card laid: it captures what it can, or stays on the field."""
        after = self.pile_after(card, seat, estimate)
        if after == self.piles[seat]:
            self.field |= BIT[card]
        else:
            self.field &= ~after
            self.piles[seat] = after
