"""一夜 ichiya: an evening as a pure fold over its ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.options import Value


@dataclass(frozen=True, slots=True)
class Played:
    """One settled round of the evening, undone or not. `number` is the place of its event in the ledger.

    `players` names who sat in each seat of `round`; `round` and `settlement` are JSON as `settle` took and gave it.
    """

    number: int
    players: tuple[str, ...]
    round: Mapping[str, Any]
    settlement: Mapping[str, Any]
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """The state of an evening. `players` in counter-clockwise seat order, `stones` and `dealer` by that order.

    `round_number` is the round about to be played, from 1; `pot` lies on the table from earlier rounds.
    """

    game: str
    deck: str
    options: Mapping[str, Value]
    players: tuple[str, ...]
    stones: tuple[int, ...]
    dealer: int = 0
    round_number: int = 1
    pot: int = 0
    over: bool = False
    game_winners: tuple[int, ...] = ()
    history: tuple[Played, ...] = ()
