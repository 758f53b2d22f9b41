"""JSON in, JSON out, for the command line and the page.

Settles a round, values a hand and counts its odds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from scorer.errors import Refusal
from scorer.games import game
from scorer.json_input import parse_json
from scorer.rules.game import Game
from scorer.rules.hand_question import HandQuestion
from scorer.rules.input.known_fields import (
    require_draw_fields,
    require_odds_fields,
    require_round_fields,
    require_value_fields,
)
from scorer.rules.input.seat_draw import SeatDraw, decide_seats, parse_draws
from scorer.rules.odds import Odds
from scorer.rules.results import HandValue, Settlement
from scorer.rules.round_input import options_of, require_card_codes, require_int, require_list, require_object
from scorer.teaching.forecast import MOST_PLAYOUTS, Forecast, play_on, situation_of
from scorer.wording import shared

_WORDING = shared("api")
_ENCODER = json.JSONEncoder(ensure_ascii=False)
JsonHandler = Callable[[object], Mapping[str, Any]]


def to_json_line(body: Mapping[str, Any]) -> bytes:
    """An answer as one line of JSON in UTF-8. What UTF-8 has not, as in names of files, becomes a question mark."""
    return _ENCODER.encode(body).encode(errors="replace") + b"\n"


def handle_json(handler: JsonHandler, text: str | bytes) -> Mapping[str, Any]:
    """The answer of `handler` to the JSON `text`, or the error object when it refuses."""
    try:
        return handler(parse_json(text))
    except Refusal as refusal:
        return refusal.as_json()


def settle_round(body: object) -> Settlement:
    """The settlement of a round object, whose "game" names the game. Raises `Refusal`, also for unknown fields."""
    round_ = require_object(body, _WORDING.text("round"))
    rules = game(round_.get("game"))
    require_round_fields(rules, round_)
    return rules.settle(round_)


def settle_again(body: object) -> Settlement:
    """The settlement of a round that a table stored with it. Fields that no game knows any more are passed over."""
    round_ = require_object(body, _WORDING.text("round"))
    return game(round_.get("game")).settle(round_)


def settle_json(body: object) -> Mapping[str, Any]:
    """The settlement object of a round object."""
    return settle_round(body).as_json()


def value_hand(body: object) -> HandValue:
    """The value of a hand object {"game", "cards", "role", "options"}, with what else its game takes.

    Raises `Refusal`.
    """
    rules, hand, role = _parse_hand(body, require_value_fields)
    cards = require_card_codes(hand.get("cards"), _WORDING.text("cards"))
    return rules.value_asked(HandQuestion(cards, role, options_of(hand), data=hand))


def value_json(body: object) -> Mapping[str, Any]:
    """The value object of a hand object."""
    value = value_hand(body).as_json()
    del value["seat"]
    return value


def count_odds(body: object) -> Odds:
    """The odds of a hand object {"game", "cards", "seen", "role", "options", "aim"}, with what else its game takes.

    Raises `Refusal`.
    """
    rules, question = _parse_question(body)
    return rules.odds_asked(question)


def forecast_hand(body: object) -> tuple[Odds | None, Forecast]:
    """What may be done now with a hand, by so many rounds played on as "playouts" says, from "seed" (0) on.

    First the exact odds of the same moment, None where the game counts none. Raises `Refusal`.
    """
    rules, question = _parse_question(body)
    rounds = require_int(question.data.get("playouts"), _WORDING.text("playouts"), minimum=1, maximum=MOST_PLAYOUTS)
    seed = require_int(question.data.get("seed", 0), _WORDING.text("seed"))
    situation = situation_of(rules, question)
    exact = None
    if situation.exact is not None:
        try:
            exact = rules.odds_asked(situation.exact)
        except Refusal as refusal:
            if refusal.code != "no_odds":
                raise
    return exact, play_on(rules, situation, range(rounds), seed)


def odds_json(body: object) -> Mapping[str, Any]:
    """The odds object of a hand object; with "playouts" also what rounds played on came to."""
    if not isinstance(body, Mapping) or body.get("playouts") is None:
        return count_odds(body).as_json()
    exact, forecast = forecast_hand(body)
    counted = {"unseen": None, "sections": []} if exact is None else exact.as_json()
    return {**counted, "playouts": {"seed": body.get("seed", 0), **forecast.as_json()}}


def draw_seats(body: object) -> SeatDraw:
    """Who deals by the drawn cards {"game", "cards", "options", "names", "latest"}. Raises `Refusal`.

    `cards` holds a card for each person, or the list of those that one drew who drew again.
    """
    draw = require_object(body, _WORDING.text("draw"))
    rules = game(draw.get("game"))
    options = rules.resolve_options(options_of(draw))
    require_draw_fields(rules, draw)
    draws = parse_draws(rules, options, draw.get("cards"))
    names = require_list(draw.get("names") or (), _WORDING.text("names"))
    if not all(isinstance(name, str) for name in names):
        raise Refusal("bad_round", _WORDING.text("names_are_texts"))
    latest = draw.get("latest", False)
    if not isinstance(latest, bool):
        raise Refusal("bad_round", _WORDING.text("latest_is_truth"))
    return decide_seats(rules, options, draws, names, latest=latest)


def draw_json(body: object) -> Mapping[str, Any]:
    """The object of who deals by drawn cards."""
    return draw_seats(body).as_json()


def _parse_question(body: object) -> tuple[Game, HandQuestion]:
    rules, hand, role = _parse_hand(body, require_odds_fields)
    cards, seen = (
        require_card_codes(hand.get("cards"), _WORDING.text("cards")),
        require_card_codes(hand.get("seen", []), _WORDING.text("seen_cards")),
    )
    aim = hand.get("aim")
    if aim is not None:
        aim = require_int(aim, _WORDING.text("aim"))
    return rules, HandQuestion(cards, role, options_of(hand), seen, aim, hand)


def _parse_hand(
    body: object, require_fields: Callable[[Game, Mapping[str, Any]], None]
) -> tuple[Game, Mapping[str, Any], str]:
    """The game, the hand object itself, which has known fields only, and its role ("" for none)."""
    hand = require_object(body, _WORDING.text("hand"))
    rules, role = game(hand.get("game")), hand.get("role")
    require_fields(rules, hand)
    if role not in (None, "", *(key for key, _ in rules.roles)):
        known = ", ".join(key for key, _ in rules.roles) or "-"
        raise Refusal("bad_option", _WORDING.text("roles", known=known))
    return rules, hand, str(role or "")
