"""Prompts: what a game asks the table before a round can be settled.

They are data, so that the page can draw them without knowing any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from scorer.rules.options import OptionValue
from scorer.texts import Text


class PromptKind(StrEnum):
    """How an answer is entered: cards laid or tapped, a whole number, one of a few values, or several of them.

    A sequence holds values in the order in which they came, each as often as it came, such as the calls of a round.
    """

    CARDS = "cards"
    NUMBER = "number"
    CHOICE = "choice"
    CHOICES = "choices"
    SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question to the table. Its answer goes to `path` in the round, such as "hands.0.cards" or "stake".

    `seat` is the seat it is about (None: the whole table). `ordered` means that the order of the cards matters. CARDS
    takes `minimum` to `maximum` cards, and NUMBER lies in the same range. CHOICE, CHOICES and SEQUENCE take from
    `values`, worded by `value_labels`, a SEQUENCE at most `maximum` of them (0: any number). An optional prompt without
    an answer stays out of the round.

    One answer may fill several fields: a path such as "ended_by+caller" joins them, and each of its values is a tuple
    with a value for every field, None where the field stays out. A prompt with `only_with` (a path and a value) is
    shown only while that is the answer there, or one of several given there.

    `cards` are the only cards that can answer (empty: any card in play). Prompts of one `shares` share a whole: their
    hands together are `cards`, or all cards in play, and their numbers add up to `whole`. `counting` are the cards that
    count where others may lie among them (empty: all count).
    """

    path: str
    kind: PromptKind
    label: Text
    help: Text = field(default=Text("", ""))
    seat: int | None = None
    minimum: int = 0
    maximum: int = 0
    ordered: bool = False
    values: tuple[OptionValue | tuple[OptionValue | None, ...] | None, ...] = ()
    value_labels: tuple[Text, ...] = ()
    default: Any = None
    optional: bool = False
    only_with: tuple[str, Any] | None = None
    cards: tuple[str, ...] = ()
    shares: str = ""
    whole: int = 0
    counting: tuple[str, ...] = ()

    def takes(self, value: object) -> bool:
        """Whether `value` (of JSON, so with lists for tuples) is one of `values`. True is not 1, nor is 1.0."""
        given = _with_types(tuple(value) if isinstance(value, list) else value)
        return any(given == _with_types(listed) for listed in self.values)

    def answer_in(self, round_: Mapping[str, Any]) -> Any:
        """The answer in a finished round, None where it has none: the inverse of `Table.build_round`.

        >>> ask = Prompt("ended_by+caller", PromptKind.CHOICE, Text("", ""), values=(("shobu", 1), ("empty", None)))
        >>> ask.answer_in({"ended_by": "empty"}), ask.answer_in({"caller": 1})
        (['empty', None], None)
        """
        fields = [_value_at_path(round_, path.split(".")) for path in self.path.split("+")]
        if len(fields) > 1:
            return fields if tuple(fields) in self.values else None
        if fields[0] is None or self.kind is not PromptKind.CARDS:
            return fields[0]
        return list(fields[0])


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

    def __hash__(self) -> int:
        """By what tells tables apart; options are mappings, which have no hash."""
        return hash((self.seats, self.stones, self.rounds_left))

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
        fields = dict(_split_answers(answers))
        for path in sorted(fields, key=_path_sort_key):
            _set_at_path(out, _steps_of(path), fields[path])
        return out


def _split_answers(answers: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The answers with those to joined paths taken apart; fields that stay out are left out.

    An answer that does not fit goes to the first field as it is, for the game to refuse.
    """
    for path, answer in answers.items():
        fields = path.split("+")
        if len(fields) > 1 and isinstance(answer, (list, tuple)) and len(answer) == len(fields):
            yield from ((field, value) for field, value in zip(fields, answer, strict=True) if value is not None)
        else:
            yield fields[0], answer


def _with_types(value: object) -> object:
    """A value, or each item of a tuple, with its type, because True == 1 == 1.0."""
    return tuple(map(_with_types, value)) if isinstance(value, tuple) else (type(value), value)


def _value_at_path(target: Any, steps: Sequence[str]) -> Any:
    """The value at the end of `steps`, None where there is none."""
    for step in steps:
        if isinstance(target, (list, tuple)):
            target = target[int(step)] if step.isdigit() and int(step) < len(target) else None
        else:
            target = target.get(step) if isinstance(target, Mapping) else None
    return target


@lru_cache(maxsize=4096)
def _steps_of(path: str) -> tuple[int | str, ...]:
    """The steps of a path: numbers in lists, names in objects."""
    return tuple(int(step) if step.isdigit() else step for step in path.split("."))


@lru_cache(maxsize=4096)
def _path_sort_key(path: str) -> list[tuple[int, str]]:
    return [(step, "") if isinstance(step, int) else (-1, step) for step in _steps_of(path)]


def _set_at_path(target: Any, steps: Sequence[int | str], answer: Any) -> None:
    """Store `answer` at the end of `steps`, creating lists for numbered steps and objects for named ones."""
    for step, following in zip_longest(steps, steps[1:]):
        value = answer if following is None else [] if isinstance(following, int) else {}
        if isinstance(step, int):
            target.extend([None] * (step + 1 - len(target)))
            if following is None or target[step] is None:
                target[step] = value
        elif following is None:
            target[step] = value
        else:
            target.setdefault(step, value)
        target = target[step]
