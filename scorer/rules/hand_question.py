"""A question about one hand: its cards, and what else is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """What is asked about one hand, for `Game.value_asked` and `Game.odds_asked`.

    `cards` and `seen` (elsewhere, out of play) are codes that some deck has, `options` are not checked yet. `aim` is
    what the player draws for, None for what the game takes as sensible. `data` is the question as it came in, for the
    fields that only its game knows.
    """

    cards: tuple[str, ...]
    role: str
    options: Mapping[str, object]
    seen: tuple[str, ...] = ()
    aim: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
