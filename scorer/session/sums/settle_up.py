"""Settling up: the fewest payments that make everybody even.

A group whose wins and losses cancel out is settled within itself, with one payment fewer than it has members. So the
fewest payments are the number of people with something to pay or get, less the largest number of groups they divide
into. Up to `MAX_EXACT_PEOPLE` people, the groups are found by trying every subset once. The best division of a subset
follows from those of the subsets one person smaller, in 2^n · n steps. With more people all of them are one group,
which costs at most one payment more than needed for each group missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_EXACT_PEOPLE = 12
"""Most people whose groups are found exactly. At most ten sit at a time, and some leave early."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Person `giver` gives `stones` (> 0) to person `taker`."""

    giver: int
    taker: int
    stones: int


def fewest_payments(balances: Sequence[int]) -> tuple[Payment, ...]:
    """The payments after which everybody is even.

    `balances` is what each has won (> 0) or lost, in stones. Raises `ValueError` unless they sum to zero.

    >>> [(pay.giver, pay.taker, pay.stones) for pay in fewest_payments([5, -2, -3, 4, -4])]
    [(4, 3, 4), (2, 0, 3), (1, 0, 2)]
    """
    if sum(balances):
        raise ValueError(f"wins and losses must cancel out, these leave {sum(balances)}")
    people = [person for person, balance in enumerate(balances) if balance]
    groups = (
        _zero_sum_groups([balances[person] for person in people])
        if len(people) <= MAX_EXACT_PEOPLE
        else [range(len(people))]
    )
    return tuple(payment for group in groups for payment in _settle_group([people[place] for place in group], balances))


def _zero_sum_groups(amounts: Sequence[int]) -> Sequence[Sequence[int]]:
    """The largest number of groups of places in `amounts` that each sum to zero. Every place is in one group.

    Subsets are bit masks over the places.
    """
    all_places = (1 << len(amounts)) - 1
    total, group_count, last = [0] * (all_places + 1), [0] * (all_places + 1), [0] * (all_places + 1)
    for subset in range(1, all_places + 1):
        lowest = (subset & -subset).bit_length() - 1
        total[subset] = total[subset & (subset - 1)] + amounts[lowest]
        # The place to add last is the one that leaves the most complete groups before it.
        last[subset] = max(_bit_positions(subset), key=lambda place: group_count[subset & ~(1 << place)])
        group_count[subset] = group_count[subset & ~(1 << last[subset])] + (total[subset] == 0)
    groups: list[list[int]] = []
    rest = all_places
    while rest:
        group: list[int] = []
        while True:
            group.append(last[rest])
            rest &= ~(1 << last[rest])
            if total[rest] == 0:
                break
        groups.append(sorted(group))
    return groups[::-1]


def _bit_positions(subset: int) -> Iterator[int]:
    return (place for place in range(subset.bit_length()) if subset >> place & 1)


def _settle_group(group: Sequence[int], balances: Sequence[int]) -> Iterator[Payment]:
    """Payments that settle one group. Each pairs the largest debt with the largest claim and clears one of the two."""
    open_amounts = {person: balances[person] for person in group}
    while open_amounts:
        giver = min(open_amounts, key=lambda person: open_amounts[person])
        taker = max(open_amounts, key=lambda person: open_amounts[person])
        stones = min(-open_amounts[giver], open_amounts[taker])
        yield Payment(giver, taker, stones)
        open_amounts[giver] += stones
        open_amounts[taker] -= stones
        open_amounts = {person: amount for person, amount in open_amounts.items() if amount}
