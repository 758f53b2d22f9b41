"""勘定 kanjo: what an evening comes to: who won how much in every game and altogether, rounds won, best hands.

Every game has stones of its own, because games begin with different heaps and end by them. What counts for the evening
is what each won or lost in a game: the stones in front of him less the stones he brought. A name is one person in every
game; a pair playing under one name is counted as that name.
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
    """A hand: whose, in which game of the evening (from 0), its class and total, the round's number and event."""

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
        """Everybody who ever sat down, in the order they first did."""
        return tuple(dict.fromkeys(name for game in self.session.games for name in game.players))

    @cached_property
    def nets(self) -> tuple[Mapping[str, int], ...]:
        """What each won or lost, game by game; only those who sat in it."""
        return tuple(
            {name: held - had for name, held, had in zip(game.players, game.stones, game.buy_ins, strict=True)}
            for game in self.session.games
        )

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """What each won or lost in the whole evening."""
        return {name: sum(net.get(name, 0) for net in self.nets) for name in self.names}

    @property
    def unowned(self) -> int:
        """Stones that nobody won: left in a pot, or taken by the house."""
        return -sum(self.totals.values())

    @property
    def ranking(self) -> tuple[tuple[int, str, int], ...]:
        """Place (equals share it), name and total, the best first."""
        order = sorted(self.totals.items(), key=lambda each: -each[1])
        return tuple((1 + sum(other > total for other in self.totals.values()), name, total) for name, total in order)

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The fewest payments that settle everybody, by place in `names`; the place after them is pot and house."""
        return fewest_payments([*self.totals.values(), self.unowned])

    @property
    def wins(self) -> Mapping[str, int]:
        """How many rounds each won; who shares a pot has won it too."""
        won = Counter(
            played.players[seat]
            for game in self.session.games
            for played in game.valid_rounds
            for seat in played.settlement.get("winners", ())
        )
        return {name: won[name] for name in self.names}

    @property
    def best_hands(self) -> tuple[BestHand, ...]:
        """The best hand of everybody in every game, by the game's own order of hand classes."""
        found: list[BestHand] = []
        for at, game in enumerate(self.session.games):
            ranks = {each.key: rank for rank, each in enumerate(game.rules.classes_for(game.options))}
            hands = [one for played in game.valid_rounds for one in _classed_hands(played, at) if one.key in ranks]
            hands.sort(key=lambda one: (ranks[one.key], -(one.total or 0)))
            found += {one.name: one for one in reversed(hands)}.values()
        return tuple(sorted(found, key=lambda one: (self.names.index(one.name), one.game)))

    @property
    def running_totals(self) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """After every round that counts: game, its number in it, what each of `names` has won or lost by then."""
        held = dict.fromkeys(self.names, 0)
        out = []
        for at, game in enumerate(self.session.games):
            for played in game.valid_rounds:
                for name, net in zip(played.players, played.settlement["net"], strict=True):
                    held[name] += net
                out.append((at, played.round_number, tuple(held.values())))
        return tuple(out)


def _classed_hands(played: PlayedRound, game: int) -> list[BestHand]:
    return [
        BestHand(
            played.players[hand["seat"]], game, hand["class"], hand["total"], played.round_number, played.event_number
        )
        for hand in played.settlement["hands"]
        if hand["class"] is not None
    ]
