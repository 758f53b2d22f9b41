"""The draw of a round: who sits with whom, who deals first, who sits out.

Pure and deterministic: the same past gives the same seats.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

EXCHANGES = 60_000
"""Exchanges that one draw tries: less than a second on a laptop, some seconds on a Raspberry Pi."""
LOOKED_AHEAD = 3
"""Rounds still to come that a draw lays out together with its own."""
_START_TEMPERATURE, _END_TEMPERATURE = 1.2, 0.06
"""Temperatures at the beginning and the end of the search. A first repeated meeting costs 2."""
_DUE_WEIGHT = 0.3
"""What one seat of an overdue turn as first dealer weighs: a missed turn costs less than a repeated meeting."""


@dataclass(frozen=True, slots=True)
class Seating:
    """One round: the players of each board by number, the first dealer first, and who sits out."""

    boards: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def draw_seating(players: Sequence[int], size: int, past: Sequence[Seating], to_come: int = 1) -> Seating:
    """The seats of the next round: `players` at boards of `size`, after the rounds of `past`.

    Who sits out: whoever sat out least often, of these whoever played most. Then the repeated meetings are as few as
    the search finds, a third meeting being worse than two second ones. The most overdue of a board deals first.
    `to_come`: rounds still to be drawn, this one included. ValueError unless a board can be filled.
    """
    if not 2 <= size <= len(players):
        raise ValueError("too few players for a board")
    rng = random.Random(f"{len(past)} {size} {sorted(players)}")  # noqa: S311  a draw, no secret
    order = rng.sample(sorted(players), len(players))
    sat_out = Counter(player for seating in past for player in seating.out)
    played = Counter(player for seating in past for board in seating.boards for player in board)
    order.sort(key=lambda player: (sat_out[player], -played[player]))
    out, seated = order[: len(order) % size], order[len(order) % size :]
    dealt = Counter(board[0] for seating in past for board in seating.boards)
    due = [played[player] - size * dealt[player] for player in seated]
    search = _Search([[*seated[start : start + size]] for start in range(0, len(seated), size)], past, due, rng)
    boards = []
    for board in search.run(max(1, min(to_come, LOOKED_AHEAD))):
        first = max(range(size), key=lambda place: (due[board[place]], -board[place]))
        boards.append(tuple(seated[place] for place in (*board[first:], *board[:first])))
    return Seating(tuple(boards), tuple(sorted(out)))


def count_meetings(past: Sequence[Seating]) -> Counter[tuple[int, int]]:
    """How often each two players sat at one board, by their numbers, the smaller first."""
    return Counter(pair for seating in past for board in seating.boards for pair in combinations(sorted(board), 2))


class _Search:
    """Simulated annealing (Kirkpatrick et al. 1983) over rounds to come: two people of a round exchange seats.

    Several rounds are laid out together, because a draw that looks at its own round only soon finds none without a
    repeated meeting. No linear program serves: what a meeting costs depends on both of its seats.
    """

    def __init__(
        self, boards: list[list[int]], past: Sequence[Seating], due: Sequence[int], rng: random.Random
    ) -> None:
        seated = [player for board in boards for player in board]
        index = {player: place for place, player in enumerate(seated)}
        self._size = len(boards[0])
        self._due = due
        self._rng = rng
        self._met = [[0] * len(seated) for _ in seated]
        for (one, other), times in count_meetings(past).items():
            if one in index and other in index:
                self._met[index[one]][index[other]] = self._met[index[other]][index[one]] = times

    def run(self, rounds: int) -> list[list[int]]:
        """The boards of the first of so many rounds, as places in the list of players."""
        count = len(self._met)
        plan = []
        for _ in range(rounds):
            order = self._rng.sample(range(count), count)
            plan.append([order[start : start + self._size] for start in range(0, count, self._size)])
            for board in plan[-1]:
                self._count([(one, other) for one, other in combinations(board, 2)], 1)
        cost = best = 0.0
        best_boards = [[*board] for board in plan[0]]
        for step in range(EXCHANGES if len(best_boards) > 1 else 0):
            boards = plan[step % rounds]
            board, other_board = self._rng.sample(boards, 2)
            seat, other_seat = self._rng.randrange(self._size), self._rng.randrange(self._size)
            change = self._exchange(board, seat, other_board, other_seat, is_first=boards is plan[0])
            temperature = _START_TEMPERATURE * math.exp(
                math.log(_END_TEMPERATURE / _START_TEMPERATURE) * step / EXCHANGES
            )
            if change > 0 and self._rng.random() >= math.exp(-change / temperature):
                self._exchange(board, seat, other_board, other_seat, is_first=boards is plan[0])
                continue
            cost += change
            if cost < best:
                best, best_boards = cost, [[*board] for board in plan[0]]
        return best_boards

    def _exchange(
        self, board: list[int], seat: int, other_board: list[int], other_seat: int, *, is_first: bool
    ) -> float:
        """Exchange two seats and give what the cost rises by. The cost is the sum of the squares of all meetings."""
        before = (
            max(self._due[place] for place in board) + max(self._due[place] for place in other_board) if is_first else 0
        )
        player, other_player = board[seat], other_board[other_seat]
        apart = [(player, friend) for friend in board if friend != player]
        apart += [(other_player, friend) for friend in other_board if friend != other_player]
        change = -self._count(apart, -1)
        board[seat], other_board[other_seat] = other_player, player
        change += self._count([(other_player, friend) for friend in board if friend != other_player], 1)
        change += self._count([(player, friend) for friend in other_board if friend != player], 1)
        after = (
            max(self._due[place] for place in board) + max(self._due[place] for place in other_board) if is_first else 0
        )
        return change + _DUE_WEIGHT * (before - after)

    def _count(self, pairs: Sequence[tuple[int, int]], by: int) -> int:
        """Count these meetings once more or once less: by how much the sum of squares changes, without a sign."""
        total = 0
        for one, other in pairs:
            met = self._met[one][other]
            self._met[one][other] = self._met[other][one] = met + by
            total += 2 * max(met, met + by) - 1
        return total
