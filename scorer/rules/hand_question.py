"""A question about one hand: its cards, and what else is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.errors import Refusal
from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.rules.results import HandValue


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


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of a round at which a player decides: the table, the position, the own hand.

    `exact`: the question about the same moment that is counted exactly, None where nothing is.
    """

    table: Table
    position: Any
    hand: tuple[str, ...]
    exact: HandQuestion | None = None


def values_of_whole_hands(
    prompts: Iterable[Prompt],
    answers: Mapping[str, Any],
    value: Callable[[int, Sequence[str]], HandValue | None],
    least: int = 0,
) -> dict[int, HandValue]:
    """By seat the `value` of the first hand asked of it, where that has as many cards as it must have, and `least`.

    A hand that must have none counts only with what else was played, unless `least` says otherwise. One that cannot be
    has no value.
    """
    first: dict[int, Prompt] = {}
    for prompt in prompts:
        if prompt.kind is PromptKind.CARDS and prompt.seat is not None and not prompt.optional:
            first.setdefault(prompt.seat, prompt)
    values: dict[int, HandValue] = {}
    for seat, prompt in first.items():
        cards = answers.get(prompt.path) or ()
        if 0 < max(prompt.minimum, least) <= len(cards):
            with suppress(Refusal):
                found = value(seat, cards)
                if found is not None:
                    values[seat] = replace(found, seat=seat)
    return values
