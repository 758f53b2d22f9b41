"""The tally of an evening: stones won, rounds won, best hands.

Every game has stones of its own, because games begin with different numbers of stones and end by them. What counts for
the evening is what each player won or lost in a game: his stones less the stones he brought. A name is one person in
every game. A pair that plays under one name is counted as that name.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorer.session.state import Session
from scorer.session.sums.round_summary import BestRound
from scorer.session.sums.settle_up import Payment, fewest_payments


@dataclass(frozen=True, slots=True)
class BestHand:
    """A player's hand: the game of the evening (from 0), its class and total, the number of its round and event."""

    name: str
    game: int
    key: str
    total: int | None
    round_number: int
    event_number: int


@dataclass(frozen=True)
class Tally:
    """The evening so far, over all its games."""

    session: Session

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever sat down, in the order in which they first did."""
        return tuple(dict.fromkeys(name for game in self.session.games for name in game.players))

    @cached_property
    def nets(self) -> tuple[Mapping[str, int], ...]:
        """What each player won or lost, game by game. A game holds only the players who sat in it."""
        return tuple(
            {
                name: stones - buy_in
                for name, stones, buy_in in zip(game.players, game.stones, game.buy_ins, strict=True)
            }
            for game in self.session.games
        )

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """What each player won or lost in the whole evening."""
        return {name: sum(net.get(name, 0) for net in self.nets) for name in self.names}

    @property
    def unowned(self) -> int:
        """Stones that nobody won: left in a pot, or taken by the house."""
        return -sum(self.totals.values())

    @property
    def ranking(self) -> tuple[tuple[int, str, int], ...]:
        """Place (from 1, shared by equals), name and total, the best first."""
        totals = self.totals.values()
        order = sorted(self.totals.items(), key=lambda item: -item[1])
        return tuple((1 + sum(rival > total for rival in totals), name, total) for name, total in order)

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The fewest payments that settle everybody, by index in `names`. The index after the last is pot and house."""
        return fewest_payments([*self.totals.values(), self.unowned])

    @property
    def wins(self) -> Mapping[str, int]:
        """The number of rounds each player won. A player who shares a pot has won the round too."""
        won: Counter[str] = Counter()
        for game in self.session.games:
            for summary in game.history.summaries():
                won.update(summary.wins)
        return {name: won[name] for name in self.names}

    @property
    def best_hands(self) -> tuple[BestHand, ...]:
        """Each player's best hand in every game, by the game's own order of hand classes."""
        best = [
            BestHand(name, index, hand.key, *hand.found)
            for index, game in enumerate(self.session.games)
            for name, hand in best_hands_of(game).items()
        ]
        return tuple(sorted(best, key=lambda hand: (self.names.index(hand.name), hand.game)))

    @property
    def round_count(self) -> int:
        """The number of rounds that count, over all games."""
        return sum(game.valid_round_count for game in self.session.games)

    @property
    def running_totals(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """After every valid round: index of the game, number of the round, what each name has won or lost by then."""
        return self.totals_at(range(self.round_count))

    def totals_at(self, places: Iterable[int]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """The `running_totals` after the valid rounds in these places, which must ascend, from 0."""
        totals = dict.fromkeys(self.names, 0)
        wanted, out, start = deque(places), [], 0
        for index, game in enumerate(self.session.games):
            for summary in game.history.summaries():
                end = start + len(summary.numbers)
                while wanted and wanted[0] < end:
                    place = wanted.popleft() - start
                    held = dict(zip(summary.names, summary.course[place], strict=True))
                    sums = tuple(total + held.get(name, 0) for name, total in totals.items())
                    out.append((index, summary.numbers[place], sums))
                for name, net in summary.totals.items():
                    totals[name] += net
                start = end
        return tuple(out)


class RankedHand(NamedTuple):
    """A hand of a game: the rank of its class (0 is the best), the class, and where it was played."""

    rank: int
    key: str
    found: BestRound


def best_hands_of(game: Session) -> dict[str, RankedHand]:
    """Each player's best hand in a game, by the game's own order of hand classes, of equals the earliest."""
    ranks = {hand_class.key: rank for rank, hand_class in enumerate(game.rules.classes_for(game.options))}
    best: dict[str, RankedHand] = {}
    for summary in game.history.summaries():
        for (name, key), found in summary.best.items():
            if key in ranks:
                hand = RankedHand(ranks[key], key, found)
                known = best.setdefault(name, hand)
                if (hand.rank, -(found.total or 0), found.event_number) < (
                    known.rank,
                    -(known.found.total or 0),
                    known.found.event_number,
                ):
                    best[name] = hand
    return best
