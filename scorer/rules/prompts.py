"""Prompts: what a game asks the table before a round can be settled.

They are data, so that the page can draw them without knowing any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scorer.rules.options import OptionValue
from scorer.texts import Text


class PromptKind(StrEnum):
    """How an answer is entered: cards laid or tapped, a whole number, one of a few values, or several of them."""

    CARDS = "cards"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to the table. Its answer goes to `path` in the round, such as "hands.0.cards" or "stake".

    `seat` is the seat it is about (None: the whole table). `ordered` means that the order of the cards matters. CARDS
    takes `minimum` to `maximum` cards, and NUMBER lies in the same range. CHOICE and CHOICES take from `values`,
    worded by `value_labels`. An optional prompt without an answer stays out of the round.
    """

    path: str
    kind: PromptKind
    label: Text
    help: Text = field(default=Text("", ""))
    seat: int | None = None
    minimum: int = 0
    maximum: int = 0
    ordered: bool = False
    values: tuple[OptionValue | None, ...] = ()
    value_labels: tuple[Text, ...] = ()
    default: Any = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """What is known before a round: seat names dealer first, options in force, balances, rounds left.

    `extra` goes into the round as it is.
    """

    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    stones: tuple[int, ...] | None = None
    rounds_left: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def build_round(self, game: str, answers: Mapping[str, Any]) -> dict[str, Any]:
        """The round as `settle` takes it, built from the answers by path.

        >>> Table(("Aki", "Emi"), {}).build_round("otoroku", {"hands.1": ["h01-1"], "hands.0": ["h02-1"]})["hands"]
        [['h02-1'], ['h01-1']]
        """
        out: dict[str, Any] = {"game": game, "options": dict(self.options), "seats": list(self.seats)}
        if self.stones is not None:
            out["stones"] = list(self.stones)
        if self.rounds_left is not None:
            out["rounds_left"] = self.rounds_left
        out.update(self.extra)
        for path in sorted(answers, key=_path_sort_key):
            _set_at_path(out, path.split("."), answers[path])
        return out


def _path_sort_key(path: str) -> list[tuple[int, str]]:
    return [(int(step), "") if step.isdigit() else (-1, step) for step in path.split(".")]


def _set_at_path(target: Any, steps: Sequence[str], answer: Any) -> None:
    """Store `answer` at the end of `steps`, creating lists for numbered steps and objects for named ones."""
    head, rest = steps[0], steps[1:]
    empty: Any = [] if rest and rest[0].isdigit() else {}
    if head.isdigit():
        index = int(head)
        target.extend([None] * (index + 1 - len(target)))
        if not rest:
            target[index] = answer
            return
        if target[index] is None:
            target[index] = empty
        _set_at_path(target[index], rest, answer)
    elif not rest:
        target[head] = answer
    else:
        _set_at_path(target.setdefault(head, empty), rest, answer)
