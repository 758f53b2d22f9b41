"""The standings of an event: points of each board, ties, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.texts import Text
from web.hall.events.seat_draw import Seating

STONES, PLACES = "stones", "places"
"""Ways to score: by the stones won, or by the place at each board."""

Nets = Mapping[tuple[int, int], Sequence[int]]
"""Stones won by seat, by the number of the round and of the board, from 1. Boards without a result are left out."""

SCORINGS = {
    STONES: Text(
        "Stones won over all rounds. Ties: boards won, then the best single board; after that a place is shared. "
        "Who sits out gets 0 stones.",
        "全回の石の合計で競います。同点なら勝った卓の数、次に一卓での最高の石。それでも同じなら同順位です。抜け番は0石です。",
    ),
    PLACES: Text(
        "Two points for everyone left behind at a board, one for a tie. Ties: stones won, then boards won; after that "
        "a place is shared. Who sits out gets the points of the middle once every board of the round has a result.",
        "卓で下にした人ごとに2点、同じなら1点です。同点なら石の合計、次に勝った卓の数。それでも同じなら同順位です。"
        "抜け番は、その回の全卓の結果が出ると真ん中の点です。",
    ),
}
"""What each way to score counts, and how it breaks ties, as every page states it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player in the standings. `won`: boards won. `best`: stones of the best board. `out`: rounds sat out."""

    place: int
    player: int
    points: int
    stones: int
    won: int
    best: int
    boards: int
    out: int


def rank_players(
    players: Sequence[int], rounds: Sequence[Seating], nets: Nets, scoring: str, *, is_closed: bool = False
) -> list[Standing]:
    """Everybody's standing, the first first; of a shared place the smaller number first.

    Who sits out has the points of the middle once every board has a result, or once nobody plays in that round any
    more: a later one was drawn, or the event `is_closed`.
    """
    sums = {player: _Sum() for player in players}
    for round_number, seating in enumerate(rounds, 1):
        for board_number, board in enumerate(seating.boards, 1):
            result = nets.get((round_number, board_number))
            if result is None:
                continue
            for player, net in zip(board, result, strict=True):
                sums[player].add(net, sum((net > other) * 2 + (net == other) for other in result) - 1, max(result))
        has_results = all((round_number, board) in nets for board in range(1, len(seating.boards) + 1))
        is_over = has_results or round_number < len(rounds) or is_closed
        for player in seating.out:
            sums[player].out += 1
            sums[player].points += len(seating.boards[0]) - 1 if is_over else 0
    ordered = sorted(players, key=lambda player: (*(-one for one in sums[player].key(scoring)), player))
    standings: list[Standing] = []
    for index, player in enumerate(ordered, 1):
        own = sums[player]
        shares = standings and sums[standings[-1].player].key(scoring) == own.key(scoring)
        place = standings[-1].place if shares else index
        points = own.points if scoring == PLACES else own.stones
        best = own.best if own.boards else 0
        standings.append(Standing(place, player, points, own.stones, own.won, best, own.boards, own.out))
    return standings


class _Sum:
    """What one player has so far."""

    def __init__(self) -> None:
        self.points = self.stones = self.won = self.boards = self.out = 0
        self.best = -(10**12)

    def add(self, net: int, points: int, most: int) -> None:
        """Add a board."""
        self.points += points
        self.stones += net
        self.won += net == most
        self.best = max(self.best, net)
        self.boards += 1

    def key(self, scoring: str) -> tuple[int, int, int]:
        """What the standings are ordered by, the larger the better."""
        if scoring == PLACES:
            return self.points, self.stones, self.won
        return self.stones, self.won, self.best
