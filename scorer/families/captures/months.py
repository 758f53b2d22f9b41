"""Months of a field or hand: full ones, pairs, and what a card captures."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.families.captures.cards import BIT, MONTH_OF, month_mask

MONTHS = range(1, 13)


def months_of(cards: Iterable[str]) -> tuple[int, ...]:
    """The number of cards of each month in a field or hand, index 0 that of cards without a month.

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
    return counts.index(4, 1) if 4 in counts[1:] else None


def count_pairs(cards: Iterable[str]) -> int:
    """The pairs of one month; four of a month are two pairs, three are one.

    >>> count_pairs(("h01-1", "h01-2", "h02-1", "h02-2", "h02-3", "h02-4"))
    3
    """
    return sum(count // 2 for count in months_of(cards))


def captures_of(card: str, field: int) -> tuple[int, ...]:
    """What a card laid on `field` may capture, itself included: one set a choice, none where it stays.

    One match is captured, of two matches the player chooses one, three are captured together (hana-awase 2.4).

    >>> [f"{taken:04b}" for taken in captures_of("h01-1", 0b0110)]
    ['0011', '0101']
    """
    matches = field & month_mask(MONTH_OF[card])
    if not matches:
        return ()
    if matches.bit_count() != 2:
        return (matches | BIT[card],)
    lower = matches & -matches
    return (lower | BIT[card], (matches ^ lower) | BIT[card])
