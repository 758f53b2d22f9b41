"""Deals of captured piles: months of a field or hand, misdeals, captures."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.families.captures.cards import BIT, MONTH_OF, cards_of_month, mask_of

MONTHS = range(1, 13)
MONTH_MASKS = (0, *(mask_of(cards_of_month(month)) for month in MONTHS))
"""The cards of each month as a set, index 0 unused."""


def months_of(cards: Iterable[str]) -> tuple[int, ...]:
    """The number of cards of each month in a field or hand, index 0 unused.

    >>> months_of(("h01-1", "h01-2", "h12-4"))[1:]
    (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)
    """
    counts = [0] * 13
    for code in cards:
        counts[MONTH_OF[code]] += 1
    return tuple(counts)


def full_month(cards: Iterable[str]) -> int | None:
    """The first month of which all four cards are there, None without one.

    >>> full_month(("h05-1", "h05-2", "h05-3", "h05-4", "h08-1")), full_month(("h05-1",))
    (5, None)
    """
    counts = months_of(cards)
    return counts.index(4) if 4 in counts else None


def count_pairs(cards: Iterable[str]) -> int:
    """The pairs of one month; four of a month are two pairs, three are one.

    >>> count_pairs(("h01-1", "h01-2", "h02-1", "h02-2", "h02-3", "h02-4"))
    3
    """
    return sum(count // 2 for count in months_of(cards))


def captures_of(card: str, field: int) -> tuple[int, ...]:
    """What a card laid on `field` may capture, itself included: one set a choice, none where it stays.

    One match is captured, of two matches the player chooses one, three are captured together (hana-awase 2.4).

    >>> captures_of("h01-1", mask_of(("h01-2", "h01-3"))) == (mask_of(("h01-1", "h01-2")), mask_of(("h01-1", "h01-3")))
    True
    """
    matches = field & MONTH_MASKS[MONTH_OF[card]]
    if not matches:
        return ()
    if matches.bit_count() != 2:
        return (matches | BIT[card],)
    lower = matches & -matches
    return (lower | BIT[card], (matches ^ lower) | BIT[card])
