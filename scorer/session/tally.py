"""The tally of an evening: stones won, rounds won, best hands.

Every game has stones of its own, because games begin with different numbers of stones and end by them. What counts for
the evening is what each person won or lost in a game: the stones held less the stones brought. A name is one person in
every game, in upper or lower case. Partners share what their pair won or lost; an odd stone is that of the first.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import sub
from typing import NamedTuple

from scorer.person_names import fold_name
from scorer.rules.pairs import people_in, share_stones
from scorer.session.state import Session
from scorer.session.sums.round_summary import BestRound
from scorer.session.sums.settle_up import Payment, fewest_payments


@dataclass(frozen=True, slots=True)
class BestHand:
    """A seat's hand: the game of the evening (from 0), its class and total, the number of its round and event.

    `name` is that of the seat, of a pair both names.
    """

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
    def _spellings(self) -> Mapping[str, str]:
        """Everybody's name as it was first written, by the name as `fold_name` writes it."""
        people = (person for game in self.session.games for seat in game.people for person in seat)
        spellings: dict[str, str] = {}
        for person in people:
            spellings.setdefault(fold_name(person), person)
        return spellings

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who ever sat down, each person of a pair, in the order in which they first did."""
        return tuple(self._spellings.values())

    def people_of(self, game: Session, seat_name: str) -> tuple[str, ...]:
        """The people of a seat in a game, by their names in `names`."""
        people = people_in(seat_name, game.rules.people_per_seat)
        return tuple(self._spellings[fold_name(person)] for person in people)

    @cached_property
    def nets(self) -> tuple[Mapping[str, int], ...]:
        """What each person won or lost, game by game. A game holds only those who sat in it."""
        return tuple(
            self._shared(game, dict(zip(game.players, map(sub, game.stones, game.buy_ins), strict=True)))
            for game in self.session.games
        )

    def _shared(self, game: Session, won: Mapping[str, int]) -> Counter[str]:
        """What each person has of what the seats of a game have won or lost."""
        shared: Counter[str] = Counter()
        for seat_name, stones in won.items():
            people = self.people_of(game, seat_name)
            for person, part in zip(people, share_stones(stones, len(people)), strict=True):
                shared[person] += part
        return shared

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """What each person won or lost in the whole evening."""
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
        """The number of rounds each person won. Who shares a pot has won the round too, and so has each of a pair."""
        won: Counter[str] = Counter()
        for game in self.session.games:
            for summary in game.history.summaries():
                for seat_name, rounds in summary.wins.items():
                    won.update(dict.fromkeys(self.people_of(game, seat_name), rounds))
        return {name: won[name] for name in self.names}

    @property
    def best_hands(self) -> tuple[BestHand, ...]:
        """Each seat's best hand in every game, by the game's own order of hand classes."""
        best = [
            BestHand(name, index, hand.key, *hand.found)
            for index, game in enumerate(self.session.games)
            for name, hand in best_hands_of(game).items()
        ]
        seats = list(dict.fromkeys(name for game in self.session.games for name in game.players))
        return tuple(sorted(best, key=lambda hand: (seats.index(hand.name), hand.game)))

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
        before: Counter[str] = Counter()
        wanted, out, start = deque(places), [], 0
        for index, game in enumerate(self.session.games):
            won: Counter[str] = Counter()
            for summary in game.history.summaries():
                end = start + len(summary.numbers)
                while wanted and wanted[0] < end:
                    place = wanted.popleft() - start
                    so_far = won.copy()
                    so_far.update(dict(zip(summary.names, summary.course[place], strict=True)))
                    now = self._shared(game, so_far)
                    out.append((index, summary.numbers[place], tuple(before[name] + now[name] for name in self.names)))
                won.update(summary.totals)
                start = end
            before.update(self._shared(game, won))
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
