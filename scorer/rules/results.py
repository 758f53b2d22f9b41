"""Hand values and settlements that carry their reasons.

On construction a hand value is checked against its lines and a settlement against its transfers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scorer.texts import Text

_CODE = re.compile(r"[a-z0-9_.-]+")
_SECTION = re.compile(r"([a-z-]+ [A-Z]?\d+(\.\d+)*)?")
_KNOWN_LINES = 4096
"""Codes with their sections that are looked at once: all games together have fewer."""


@lru_cache(_KNOWN_LINES)
def _is_well_formed(code: str, section: str) -> bool:
    """Whether code and section have their form. Odds and decoder make the same lines a million times."""
    return bool(_CODE.fullmatch(code) and _SECTION.fullmatch(section))


@dataclass(frozen=True, slots=True)
class Reason:
    """One line of an explanation.

    `points` is what the line adds to a hand's total, None when it only explains. `section` is the section of the rule
    book that the line rests on, such as "otoroku 5.1". Codes and sections of another form cannot be made.
    """

    code: str
    text: Text
    points: int | None = None
    section: str = ""

    def __post_init__(self) -> None:
        if not _is_well_formed(self.code, self.section):
            raise AssertionError(f"no code or no section: {self.code!r}, {self.section!r}")

    def as_json(self) -> dict[str, Any]:
        """Code and text, with points and section where there are any."""
        out: dict[str, Any] = {"code": self.code, "text": self.text.as_json()}
        if self.points is not None:
            out["points"] = self.points
        if self.section:
            out["section"] = self.section
        return out


@dataclass(frozen=True, slots=True)
class HandValue:
    """The value of one seat's hand.

    `key` is its class (None: the seat never acted, or its hand was never turned up or compared). `total` is the plain
    sum of values and equals the sum of the reasons' points. It is None where the game gives none. `extra` holds the
    fields of the JSON that only this game has, such as the worth of each yaku.
    """

    seat: int
    key: str | None
    total: int | None
    reasons: tuple[Reason, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        lines = [reason.points for reason in self.reasons if reason.points is not None]
        if self.total is not None and lines and sum(lines) != self.total:
            raise AssertionError(f"hand of seat {self.seat}: lines add up to {sum(lines)}, not {self.total}")

    def as_json(self) -> dict[str, Any]:
        """One `hands` entry of a settlement."""
        return {
            "seat": self.seat,
            "class": self.key,
            "total": self.total,
            **self.extra,
            "reasons": [reason.as_json() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Transfer:
    """A payment of `stones` (> 0) from one seat to another, for a reason."""

    giver: int
    taker: int
    stones: int
    reason: Reason | None = None

    def as_json(self) -> dict[str, Any]:
        """`from`, `to`, `stones` and the reason where there is one."""
        out: dict[str, Any] = {"from": self.giver, "to": self.taker, "stones": self.stones}
        if self.reason is not None:
            out["reason"] = self.reason.as_json()
        return out


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of one round. Amounts are whole stones, indexed by seat (dealer first).

    `brought` came into the pot from earlier rounds, `carried` stays in it for the next, and the house keeps `house`.
    The constructor checks that sum(net) + carried + house == brought. With `nobody_pays` scores are written down, also
    those that happen to sum to zero. `extra` holds the fields of the JSON that only
    this game has, such as a multiplier. Source: machine interfaces, "settle".
    """

    game: str
    outcome: str
    winners: tuple[int, ...]
    net: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    next_dealer: int | None
    hands: tuple[HandValue, ...]
    reasons: tuple[Reason, ...] = ()
    stones: tuple[int, ...] | None = None
    over: bool = False
    game_winners: tuple[int, ...] = ()
    carried: int = 0
    house: int = 0
    brought: int = 0
    nobody_pays: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if sum(self.net) + self.carried + self.house != self.brought:
            raise AssertionError(f"{self.game}: the round does not sum to zero: {self.net}")
        if not (self.carried or self.house or self.brought or self.nobody_pays):
            moved = [0] * len(self.net)
            for transfer in self.transfers:
                moved[transfer.giver] -= transfer.stones
                moved[transfer.taker] += transfer.stones
            if tuple(moved) != self.net:
                raise AssertionError(f"{self.game}: the payments {moved} are not the net {self.net}")

    def as_json(self) -> dict[str, Any]:
        """The settlement object of the command line and the JSON API."""
        out: dict[str, Any] = {
            "game": self.game,
            "outcome": self.outcome,
            "winners": list(self.winners),
            "net": list(self.net),
            "transfers": [transfer.as_json() for transfer in self.transfers],
            "next_dealer": self.next_dealer,
            "over": self.over,
            **self.extra,
            "hands": [hand.as_json() for hand in self.hands],
            "reasons": [reason.as_json() for reason in self.reasons],
        }
        if self.stones is not None:
            out["stones"] = list(self.stones)
        if self.carried:
            out["carried"] = self.carried
        if self.house:
            out["house"] = self.house
        if self.over:
            out["game_winners"] = list(self.game_winners)
        return out


def richest_seats(stones: Sequence[int]) -> tuple[int, ...]:
    """The seats that hold the most stones.

    >>> richest_seats([3, 9, 9])
    (1, 2)
    """
    return tuple(seat for seat, balance in enumerate(stones) if balance == max(stones))
