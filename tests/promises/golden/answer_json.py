"""Answers as lines of JSON, each text and each name in both languages in one string."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.session.reducer import apply
from scorer.session.samples import sample_session
from scorer.session.state import Session
from scorer.texts import Name, Text
from tests.support.house_rules import choices_of, random_house_rules
from tests.support.judged_rounds import decks_for
from tests.support.sample_evenings import simulate_round

_MIXED = 8
"""Sets of several house rules."""
Answers = Iterator[tuple[str, Any]]
"""Pairs of a question and its answer, both as JSON can hold them."""


def answer_of(handler: Callable[[Any], Mapping[str, Any]], asked: Any) -> Mapping[str, Any]:
    """The answer of a handler, or its refusal, as JSON."""
    try:
        return handler(copy.deepcopy(asked))
    except Refusal as refusal:
        return refusal.as_json()


def to_line(kind: str, question: str, answer: Any) -> str:
    """One answer as a line of JSON."""
    return json.dumps([kind, question, _plain(answer)], ensure_ascii=False, separators=(",", ":"))


def _plain(value: Any) -> Any:
    """As JSON, each text and each name in both languages in one string."""
    if isinstance(value, Text | Name):
        return _plain(value.as_json())
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, Mapping):
        if set(value) == {"en", "ja"}:
            return f"{value['en']} | {value['ja']}"
        if value.keys() <= {"code", "text", "points", "section"} and "text" in value:
            marks = [str(value[name]) for name in ("code", "points", "section") if value.get(name) is not None]
            return f"[{', '.join(marks)}] {_plain(value['text'])}"
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, float):
        return round(value, 6)
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def asdict_flat(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, with what they hold left as it is."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def in_short(value: Any) -> Any:
    """The values of dataclasses without their names."""
    if is_dataclass(value) and not isinstance(value, Text | Name):
        return [in_short(each) for each in asdict_flat(value).values()]
    return [in_short(each) for each in value] if isinstance(value, list | tuple) else value


def join_by_first(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs in words, each first part once with all its second parts."""
    groups: dict[str, list[str]] = {}
    for first, second in pairs:
        groups.setdefault(first, []).append(second)
    return "; ".join(f"{first} {' '.join(seconds)}" for first, seconds in groups.items())


def sessions(rules: Game) -> Iterator[tuple[str, Session]]:
    """Evenings about to play a round, each in words: at each table, under each house rule, and later rounds."""
    for options, seats, deck in (*_small_tables(rules), *_tables(rules)):
        yield f"{options} {seats} {deck}", sample_session(rules, options, seats=seats, deck=deck)
    session = sample_session(rules)
    for number in (2, 3):
        if session.is_playable:
            session = apply(session, simulate_round(session, number))
        if session.is_playable:
            yield f"round {number}", session


def _option_sets(rules: Game) -> Iterator[dict[str, Any]]:
    """Each value of each house rule but the usual one, both ends of each range except absurd ones, and its second."""
    usual = rules.resolve_options({})
    for option in rules.options:
        second = None if option.minimum is None else option.minimum + 1
        of_range = () if option.amount_keys else (option.minimum, second, option.maximum)
        ends = (end for end in of_range if end is not None and end < 1000)
        yield from ({option.key: value} for value in (*choices_of(option), *ends) if value != usual[option.key])


def _small_tables(rules: Game) -> Iterator[tuple[dict[str, Any], int, None]]:
    """Each of those house rules, and several at once, with three players, or as near as the game has it."""
    for options in (*_option_sets(rules), *_mixed_option_sets(rules)):
        allowed = rules.seats_for(rules.resolve_options(options))
        yield options, min(max(3, allowed[0]), allowed[-1]), None


def _mixed_option_sets(rules: Game) -> Iterator[dict[str, Any]]:
    """About half of the house rules at once, each with some value."""
    rng = random.Random(rules.key)
    for _ in range(_MIXED):
        yield random_house_rules(rules, rng, 0.5)


def _tables(rules: Game) -> Iterator[tuple[dict[str, Any], int, str]]:
    """The usual house rules with each deck and number of seats."""
    seats = rules.seats_for(rules.resolve_options({}))
    yield from (({}, count, deck) for deck in decks_for(rules, {}) for count in seats)
