"""受け答え ukekotae: JSON in, JSON out, for command line and page: a round settled, a hand valued, its odds counted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from scorer.discover import game
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.odds import Odds
from scorer.rules.results import HandValue, Settlement
from scorer.rules.round_input import codes, options_of, table_of, whole
from scorer.texts import Text

_WRITER = json.JSONEncoder(ensure_ascii=False)
Answer = Callable[[object], Mapping[str, Any]]


def parsed(text: str | bytes) -> object:
    """What the JSON `text` says; `bad_json` when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("bad_json", Text("this is not JSON", "JSON として読めません")) from None


def written(answer: Mapping[str, Any]) -> bytes:
    """An answer as one line of JSON in UTF-8."""
    return _WRITER.encode(answer).encode() + b"\n"


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
    rules, hand, role = _hand(given)
    return rules.value(codes(hand.get("cards"), Text("cards", "札")), role, options_of(hand))


def value(given: object) -> Mapping[str, Any]:
    """The value object of a hand object."""
    found = valued(given).as_json()
    del found["seat"]
    return found


def counted(given: object) -> Odds:
    """The chances of a hand given as {"game", "cards", "seen", "role", "options", "aim"}."""
    rules, hand, role = _hand(given)
    cards, seen = (
        codes(hand.get("cards"), Text("cards", "札")),
        codes(hand.get("seen", []), Text("seen cards", "見えた札")),
    )
    aim = hand.get("aim")
    if aim is not None:
        aim = whole(aim, Text("aim", "目標"))
    return rules.odds(cards, seen, role, options_of(hand), aim)


def odds(given: object) -> Mapping[str, Any]:
    """The chances object of a hand object."""
    return counted(given).as_json()


def _hand(given: object) -> tuple[Game, Mapping[str, Any], str]:
    """The game, the hand object itself and its role ("" for none given)."""
    hand = table_of(given, Text("a hand", "手札"))
    rules, role = game(hand.get("game")), hand.get("role")
    if role not in (None, "", *(key for key, _ in rules.roles)):
        known = ", ".join(key for key, _ in rules.roles) or "-"
        raise Refusal("bad_option", Text(f"the roles are: {known}", f"役どころは次のとおりです：{known}"))
    return rules, hand, str(role or "")
