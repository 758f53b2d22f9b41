"""What many rounds come to: wins, best hands, the course, how they ended.

It is small, so that an evening's result need not look at every round again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple, Protocol

from scorer.rules.session_view import PastRound, RoundEnd


class NumberedRound(PastRound, Protocol):
    """A settled round with its number in the game, and that of the event that settled it."""

    @property
    def round_number(self) -> int:
        """From 1. A round that is played again has the number of the one before."""

    @property
    def event_number(self) -> int:
        """From 1, in the whole evening."""


class BestRound(NamedTuple):
    """Where somebody had the best total in a class: the total, the numbers of the round and of its event."""

    total: int | None
    round_number: int
    event_number: int


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """What rounds that follow each other come to, without those that were undone.

    `names`: everybody who sat in one. `played` and `wins` count rounds by name. `ends` counts how rounds ended. `best`
    has the best total of each name in each class of hands, of equals the earliest. `numbers` holds each round's number,
    and `course` what each of `names` has won or lost after it, from 0 before the first.
    """

    names: tuple[str, ...]
    played: Mapping[str, int]
    wins: Mapping[str, int]
    ends: Mapping[RoundEnd, int]
    best: Mapping[tuple[str, str], BestRound]
    numbers: tuple[int, ...]
    course: tuple[tuple[int, ...], ...]

    @property
    def totals(self) -> Mapping[str, int]:
        """What each name won or lost in all these rounds."""
        return dict(zip(self.names, self.course[-1], strict=True)) if self.course else {}

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "names": list(self.names),
            "played": dict(self.played),
            "wins": dict(self.wins),
            "ends": [[end.outcome, end.next_dealer, list(end.winners), count] for end, count in self.ends.items()],
            "best": [[*key, *found] for key, found in self.best.items()],
            "numbers": list(self.numbers),
            "course": [list(held) for held in self.course],
        }


def summarize(rounds: Iterable[NumberedRound]) -> RoundSummary:
    """What these rounds of one game come to."""
    valid = [played for played in rounds if not played.undone]
    names = tuple(dict.fromkeys(name for played in valid for name in played.players))
    wins: Counter[str] = Counter()
    best: dict[tuple[str, str], BestRound] = {}
    for played in valid:
        settlement = played.settlement
        wins.update(played.players[seat] for seat in settlement.get("winners", ()))
        for hand in settlement["hands"]:
            if hand["class"] is not None:
                found = BestRound(hand["total"], played.round_number, played.event_number)
                key = (played.players[hand["seat"]], hand["class"])
                best[key] = found if key not in best else better_round(best[key], found)
    nets = (dict(zip(played.players, played.settlement["net"], strict=True)) for played in valid)
    rows = [tuple(net.get(name, 0) for name in names) for net in nets]
    return RoundSummary(
        names=names,
        played=Counter(name for played in valid for name in played.players),
        wins=wins,
        ends=count_ends(valid),
        best=best,
        numbers=tuple(played.round_number for played in valid),
        course=tuple(accumulate(rows, lambda held, net: tuple(map(sum, zip(held, net, strict=True))))),
    )


def count_ends(rounds: Iterable[PastRound]) -> Counter[RoundEnd]:
    """How often those of the rounds that count ended in each way."""
    return Counter(_end_of(played.settlement) for played in rounds if not played.undone)


def _end_of(settlement: Mapping[str, Any]) -> RoundEnd:
    """How the round ended. What a foreign ledger may have in these places and no game writes is left out."""
    outcome, dealer = settlement.get("outcome"), settlement.get("next_dealer")
    winners = tuple(seat for seat in settlement.get("winners", ()) if type(seat) is int)
    return RoundEnd(outcome if isinstance(outcome, str) else None, dealer if type(dealer) is int else None, winners)


def better_round(first: BestRound, second: BestRound) -> BestRound:
    """The one with the higher total, of equals the first."""
    return second if (second.total or 0) > (first.total or 0) else first


def summary_from_json(data: Mapping[str, Any]) -> RoundSummary:
    """The summary that `as_json` wrote. `KeyError`, `TypeError` or `ValueError` for anything else."""
    return RoundSummary(
        names=tuple(data["names"]),
        played=dict(data["played"]),
        wins=dict(data["wins"]),
        ends={RoundEnd(outcome, dealer, tuple(winners)): count for outcome, dealer, winners, count in data["ends"]},
        best={(name, key): BestRound(*found) for name, key, *found in data["best"]},
        numbers=tuple(data["numbers"]),
        course=tuple(map(tuple, data["course"])),
    )
