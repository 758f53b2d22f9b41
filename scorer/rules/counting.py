"""数え kazoe: ways to draw, counted by kinds of cards instead of card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb


def draws(left: Sequence[tuple[int, int]], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every `count` kinds that may come out of `left` (kind, how many), and in how many ways they may.

    >>> dict(draws([(1, 2), (7, 1)], 2))
    {(1, 7): 2, (1, 1): 1}
    """
    if not count:
        yield (), 1
        return
    if left:
        (kind, copies), *others = left
        for times in range(min(copies, count) + 1):
            for rest, ways in draws(others, count - times):
                yield (kind,) * times + rest, comb(copies, times) * ways
