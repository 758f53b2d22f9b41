"""清算 seisan: the fewest payments that settle everybody.

Whoever is in a group whose wins and losses cancel out is settled within it, with one payment fewer than it has members.
So the fewest payments are the people with something to pay or get, less the most groups they fall into. Up to
`EXACT` of them the groups are found by trying every subset once (each subset's best division from those one person
smaller: 2^n · n steps); beyond, one group is taken, at most one payment more a group than needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MAX_EXACT_PEOPLE = 12
"""People whose groups are found exactly: at most ten sit, and some leave early."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Person `giver` gives `stones` (> 0) to person `taker`."""

    giver: int
    taker: int
    stones: int


def fewest_payments(balances: Sequence[int]) -> tuple[Payment, ...]:
    """The payments after which everybody is even, for what each has won (> 0) or lost; they sum to zero.

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
    return tuple(pay for group in groups for pay in _settle_group([people[at] for at in group], balances))


def _zero_sum_groups(amounts: Sequence[int]) -> Sequence[Sequence[int]]:
    """The most groups of places that each sum to zero; together all places."""
    every = (1 << len(amounts)) - 1
    total, most, last = [0] * (every + 1), [0] * (every + 1), [0] * (every + 1)
    for chosen in range(1, every + 1):
        low = (chosen & -chosen).bit_length() - 1
        total[chosen] = total[chosen & (chosen - 1)] + amounts[low]
        # The person added last: put those groups first that close soonest.
        last[chosen] = max(_bit_positions(chosen), key=lambda place: most[chosen & ~(1 << place)])
        most[chosen] = most[chosen & ~(1 << last[chosen])] + (total[chosen] == 0)
    groups: list[list[int]] = []
    rest = every
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
    """Payments that settle one group: the largest debt and the largest due meet, one of them is done each time."""
    left = {person: balances[person] for person in group}
    while left:
        giver, taker = min(left, key=lambda each: left[each]), max(left, key=lambda each: left[each])
        stones = min(-left[giver], left[taker])
        yield Payment(giver, taker, stones)
        left[giver] += stones
        left[taker] -= stones
        left = {person: amount for person, amount in left.items() if amount}
