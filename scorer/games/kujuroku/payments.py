"""Chip scores against par, and payments for points and dekiyaku.

Source: kujuroku 5 and 6.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.games.kujuroku import reasons
from scorer.games.kujuroku.position import ACTIVE_SEATS
from scorer.games.kujuroku.yaku import CONFIGS, Yaku, total_stones_each, yaku_name
from scorer.rules.game import PayTableRow
from scorer.rules.results import Transfer
from scorer.texts import Text

CHIP_STEPS = ((116, 3), (106, 2), (96, 1), (86, -1), (76, -2), (0, -3))
"""Least card points of each chip score, with the score in chips (kujuroku 6.1)."""


def chip_score(points: int) -> int:
    """The chip score of a pile with `points` card points.

    >>> [chip_score(points) for points in (116, 115, 96, 95, 75)]
    [3, 2, 1, -1, -3]
    """
    return next(chips for minimum, chips in CHIP_STEPS if points >= minimum)


def yaku_transfers(paid_yaku: Sequence[Sequence[Yaku]], config: str) -> tuple[Transfer, ...]:
    """The payments for dekiyaku: their value from each of the other two players of the round."""
    return tuple(
        Transfer(giver, maker, total_stones_each(yakus), reasons.yaku_paid(tuple(yakus), config))
        for maker, yakus in enumerate(paid_yaku)
        if yakus
        for giver in range(ACTIVE_SEATS)
        if giver != maker
    )


def point_transfers(chips: Sequence[int], winners: Sequence[int]) -> tuple[Transfer, ...]:
    """The payments for card points (kujuroku 6.2).

    One winner takes what each loser is short of par; two winners each take their own score from the loser.
    """
    losers = [seat for seat in range(ACTIVE_SEATS) if chips[seat] < 0]
    if len(winners) == 1:
        return tuple(
            Transfer(loser, winners[0], -chips[loser], reasons.short_of_par(-chips[loser])) for loser in losers
        )
    return tuple(
        Transfer(loser, winner, chips[winner], reasons.over_par(chips[winner]))
        for loser in losers
        for winner in winners
    )


def config_pay_table(config: str) -> tuple[PayTableRow, ...]:
    """The rows of the payment table: dekiyaku, dearest first, then the steps of card points."""
    yakus = sorted(CONFIGS[config], key=lambda yaku: -yaku.stones_each)
    yaku_rows = [
        PayTableRow(
            Text(yaku_name(yaku.key, config).en, yaku_name(yaku.key, config).ja),
            Text(f"{yaku.stones_each} from each of the other two", f"ほかの二人から{yaku.stones_each}枚ずつ"),
        )
        for yaku in yakus
    ]
    step_rows = [
        PayTableRow(
            Text(f"{minimum} points or more", f"{minimum}点以上")
            if minimum
            else Text("75 points or fewer", "75点以下"),
            Text(f"{chips:+}", f"{chips:+}枚"),
        )
        for minimum, chips in CHIP_STEPS
    ]
    return (*yaku_rows, *step_rows)
