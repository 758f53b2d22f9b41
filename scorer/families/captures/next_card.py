"""The next card turned up: what it captures here, and what that adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scorer.families.captures.cards import BIT, CARDS, cards_in, mask_of
from scorer.families.captures.months import captures_of

_PACK = mask_of(CARDS)


@dataclass(frozen=True, slots=True)
class NextCard:
    """One unseen card as the next one turned up: the pile after it, and how much more that is worth."""

    card: str
    pile: int
    gain: int


def next_cards(
    pile: int,
    field: int,
    unseen: int,
    worth_of: Callable[[int], int],
    captures: Callable[[str, int], tuple[int, ...]] = captures_of,
) -> Iterator[NextCard]:
    """What each card of `unseen` brings to `pile` when it is turned up on `field`; of several matches the best.

    `worth_of` gives the worth of a pile, `captures` what a card may capture on a field. A card that captures nothing
    brings nothing.
    """
    now = worth_of(pile)
    for card in cards_in(unseen):
        after = max((pile | taken for taken in captures(card, field)), key=worth_of, default=pile)
        yield NextCard(card, after, worth_of(after) - now)


def next_captures(pile: int, elsewhere: int, worth_of: Callable[[int], int]) -> Iterator[NextCard]:
    """What each single card that nobody has captured yet would add to `pile`, however it is captured."""
    now = worth_of(pile)
    for card in cards_in(_PACK & ~(pile | elsewhere)):
        after = pile | BIT[card]
        yield NextCard(card, after, worth_of(after) - now)
