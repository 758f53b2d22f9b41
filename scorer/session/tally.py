"""The tally of an evening: stones won, rounds won, best hands.

Every game has stones of its own, because games begin with different numbers of stones and end by them. What counts for
the evening is what each player won or lost in a game: his stones less the stones he brought. A name is one person in
every game. A pair that plays under one name is counted as that name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorer.session.history import PlayedRound
from scorer.session.settle_up import Payment, fewest_payments
from scorer.session.state import Session


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
        won = Counter(
            played.players[seat]
            for game in self.session.games
            for played in game.valid_rounds
            for seat in played.settlement.get("winners", ())
        )
        return {name: won[name] for name in self.names}

    @property
    def best_hands(self) -> tuple[BestHand, ...]:
        """Each player's best hand in every game, by the game's own order of hand classes."""
        best: list[BestHand] = []
        for index, game in enumerate(self.session.games):
            ranks = {hand_class.key: rank for rank, hand_class in enumerate(game.rules.classes_for(game.options))}
            hands = [
                hand for played in game.valid_rounds for hand in _classed_hands(played, index) if hand.key in ranks
            ]
            hands.sort(key=lambda hand: (ranks[hand.key], -(hand.total or 0)))
            best += {hand.name: hand for hand in reversed(hands)}.values()
        return tuple(sorted(best, key=lambda hand: (self.names.index(hand.name), hand.game)))

    @property
    def running_totals(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """After every valid round: index of the game, number of the round, what each name has won or lost by then."""
        totals = dict.fromkeys(self.names, 0)
        out = []
        for index, game in enumerate(self.session.games):
            for played in game.valid_rounds:
                for name, net in zip(played.players, played.settlement["net"], strict=True):
                    totals[name] += net
                out.append((index, played.round_number, tuple(totals.values())))
        return tuple(out)


def _classed_hands(played: PlayedRound, game: int) -> list[BestHand]:
    return [
        BestHand(
            played.players[hand["seat"]], game, hand["class"], hand["total"], played.round_number, played.event_number
        )
        for hand in played.settlement["hands"]
        if hand["class"] is not None
    ]
