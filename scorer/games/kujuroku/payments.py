"""払い harai: chip scores against par, and who pays whom for points and for dekiyaku (kujuroku 5, 6)."""

from __future__ import annotations

from collections.abc import Sequence

from scorer.games.kujuroku import reasons
from scorer.games.kujuroku.position import ACTIVE_SEATS
from scorer.games.kujuroku.yaku import Yaku, total_stones_each
from scorer.rules.results import Transfer

CHIP_STEPS = ((116, 3), (106, 2), (96, 1), (86, -1), (76, -2), (0, -3))
"""Chip score by card points: from how many points on (kujuroku 6.1)."""


def chip_score(points: int) -> int:
    """The chip score of a pile.

    >>> [chip_score(points) for points in (116, 115, 96, 95, 75)]
    [3, 2, 1, -1, -3]
    """
    return next(chips for least, chips in CHIP_STEPS if points >= least)


def yaku_transfers(paid: Sequence[Sequence[Yaku]], config: str) -> tuple[Transfer, ...]:
    """The value from each of the other two players of the round."""
    return tuple(
        Transfer(giver, maker, total_stones_each(yakus), reasons.yaku_paid(tuple(yakus), config))
        for maker, yakus in enumerate(paid)
        if yakus
        for giver in range(ACTIVE_SEATS)
        if giver != maker
    )


def point_transfers(chips: Sequence[int], winners: Sequence[int]) -> tuple[Transfer, ...]:
    """Section 6.2: one winner takes what each loser is short, two winners take their own score from the loser."""
    down = [seat for seat in range(ACTIVE_SEATS) if chips[seat] < 0]
    if len(winners) == 1:
        return tuple(Transfer(loser, winners[0], -chips[loser], reasons.short_of_par(-chips[loser])) for loser in down)
    return tuple(
        Transfer(loser, winner, chips[winner], reasons.over_par(chips[winner])) for loser in down for winner in winners
    )
