"""What a turn takes when one card or another is turned up."""

from __future__ import annotations

from collections.abc import Callable

from scorer.families.captures.cards import MONTH_OF, cards_in
from scorer.families.captures.months import captures_of


def turn_takes(card: str, field: int, laid: int, worth: Callable[[int], int]) -> tuple[int, int]:
    """The set that a turn captures if `card` is turned up now, and how many pi each other player gives for it.

    `laid` is the card that was laid from the hand, as a set, 0 if none was: it is not on the `field`. Of several
    choices the one that is `worth` most.

    >>> one = turn_takes("h05-2", 0, 1 << 16, lambda captured: captured.bit_count())
    >>> cards_in(one[0]), one[1]
    (('h05-1', 'h05-2'), 2)
    """
    hand = "".join(cards_in(laid))
    by_hand, ways = captures_of(hand, field) if hand else (), [(0, 0)]
    for own in by_hand or (0,):
        rest = (field if by_hand else field | laid) & ~own
        same = bool(own) and MONTH_OF[card] == MONTH_OF[hand]
        if same and own.bit_count() == 2 and not captures_of(card, rest):
            continue  # ppeok: all three stay
        for top in captures_of(card, rest) or (0,):
            gifts = (bool(top & laid), same and bool(top), bool(own | top) and not rest & ~top)
            ways.append((own | top, sum(gifts)))  # jjok, ttadak, sseul
    return max(ways, key=lambda way: (worth(way[0]), way[1]))
