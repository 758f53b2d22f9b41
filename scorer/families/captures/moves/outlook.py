"""Whether to go on with a pile that pays, by what a seat sees.

The rule is a beginner's: go on while the own pile is likelier to pay more at the next turn than another pile is to pay
before that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from scorer.families.captures.cards import CARDS, cards_in, mask_of
from scorer.families.captures.months import captures_of
from scorer.families.captures.moves.position import CapturePosition

Worth = Callable[[int, int], int]
"""What a pile pays with that field."""
_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class Outlook:
    """Chances (0 to 1) as one seat sees them: that its pile pays more after its next turn, that another does before."""

    own: Fraction
    others: Fraction

    @property
    def is_good(self) -> bool:
        """Whether going on is likelier to bring more than to lose what there is."""
        return self.own > self.others


def look_ahead(position: CapturePosition, seat: int, hand: Sequence[str], best: Sequence[int], worth: Worth) -> Outlook:
    """The outlook of `seat`, who knows its own hand, the field and all piles. `best`: what each pile has paid for.

    Each of the others lays one of the cards of a hand and turns one up; of their hands only the number is known. The
    chances of two others are taken as independent.
    """
    field, own = mask_of(position.free_field), mask_of(hand)
    piles = [mask_of(position.pile(each)) for each in range(position.setup.seats)]
    unseen = _PACK & ~(field | own | sum(piles))
    count = unseen.bit_count()

    def rising(player: int, cards: int) -> int:
        """How many of these cards, laid on this field, make the pile of `player` pay more than before."""
        pile = piles[player]
        before = max(best[player], worth(pile, field))
        return sum(
            any(worth(pile | taken, field & ~taken) > before for taken in captures_of(card, field))
            for card in cards_in(cards)
        )

    chance = Fraction(1)
    if not rising(seat, own):
        chance = Fraction(rising(seat, unseen), count) if position.stock and count else Fraction(0)
    spared = Fraction(1)
    for player, cards in enumerate(position.hands):
        if player != seat:
            drawn = min(cards + bool(position.stock), count)
            spared *= Fraction(comb(count - rising(player, unseen), drawn), comb(count, drawn))
    return Outlook(chance, 1 - spared)
