"""受け答え ukekotae: JSON in, JSON out, for the command line and the page: one round settled, one hand valued."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from scorer.discover import game
from scorer.errors import Refusal
from scorer.results import HandValue, Settlement
from scorer.rounds import codes, options_of, table_of
from scorer.texts import Text

Answer = Callable[[object], Mapping[str, Any]]


def parsed(text: str | bytes) -> object:
    """What the JSON `text` says; `bad_json` when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad_json", Text("this is not JSON", "JSON として読めません")) from None


def written(answer: Mapping[str, Any]) -> bytes:
    """An answer as one line of JSON in UTF-8."""
    return json.dumps(answer, ensure_ascii=False).encode() + b"\n"


def answered(answer: Answer, text: str | bytes) -> Mapping[str, Any]:
    """What `answer` says to the JSON `text`; the error object when it refuses."""
    try:
        return answer(parsed(text))
    except Refusal as refusal:
        return refusal.as_json()


def settled(given: object) -> Settlement:
    """The settlement of a round given as JSON, its game named in it."""
    return game(table_of(given, Text("a round", "一局")).get("game")).settle(given)  # type: ignore[arg-type]


def settle(given: object) -> Mapping[str, Any]:
    """The settlement object of a round object."""
    return settled(given).as_json()


def valued(given: object) -> HandValue:
    """The value of a hand given as {"game", "cards", "role", "options"}."""
    hand = table_of(given, Text("a hand", "手札"))
    rules, role = game(hand.get("game")), hand.get("role")
    cards = codes(hand.get("cards"), Text("cards", "札"))
    if role not in (None, "", *(key for key, _ in rules.roles)):
        known = ", ".join(key for key, _ in rules.roles) or "-"
        raise Refusal("bad_option", Text(f"the roles are: {known}", f"役どころは次のとおりです：{known}"))
    return rules.value(cards, str(role or ""), options_of(hand))


def value(given: object) -> Mapping[str, Any]:
    """The value object of a hand object."""
    found = valued(given).as_json()
    del found["seat"]
    return found
