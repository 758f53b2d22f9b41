"""手習いの卓 tenarai no taku: which game, deck and house rules are being learnt, and who asks, evening or none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import value_label
from scorer.teaching.glossary import terms
from scorer.texts import Text
from web.context import context
from web.i18n.script_messages import script_messages
from web.refusals import options_not_an_object
from web.request.auth import current_name


def require_game(key: str) -> Game:
    """The game of that key; `not_found` when there is none."""
    found = games().get(key)
    if found is None:
        raise Refusal("not_found", Text("there is no such game", "その遊びはありません"))
    return found


def rules_and_deck(game: Game, deck: str = "") -> tuple[Mapping[str, OptionValue], str]:
    """House rules and deck to learn with: those of the evening when it plays this game, else the usual ones.

    `deck`: another deck of the game instead; `wrong_deck` when it is none of them.
    """
    evening = context().service.session
    same = evening is not None and evening.game == game.key
    options = dict(evening.options) if evening is not None and same else game.resolve_options({})
    usual = evening.deck if evening is not None and same else game.decks[0]
    if deck and deck not in game.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{game.name.en} is not played with that deck", f"{game.name.ja}にその札は使いません"),
        )
    return options, deck or usual


def requested_options(game: Game) -> Mapping[str, OptionValue]:
    """The house rules of the request, else as `playing` says.

    As a JSON object in `options`, or each as JSON in a field `o.` and its key, as forms send them.
    """
    fields = {option.key: request.args.get(f"o.{option.key}") for option in game.options}
    asked = request.args.get("options")
    if asked is None and not any(fields.values()):
        return rules_and_deck(game)[0]
    try:
        given = json.loads(asked) if asked else {key: json.loads(value) for key, value in fields.items() if value}
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise options_not_an_object()
    return game.resolve_options(given)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """取り決め torikime: the house rules learnt with. `whose`: "tonight", "picked" on the page, or the "usual" ones.

    `changed`: those that differ from the usual, each with its value as the table words it. `kept`: them by key.
    """

    options: Mapping[str, OptionValue]
    origin: str
    differences: tuple[tuple[Text, Text], ...]
    changed_options: Mapping[str, OptionValue]


def house_rules_for_request(game: Game) -> HouseRules:
    """The house rules of the request, as `options_asked` says, and whose they are."""
    options, evening = requested_options(game), context().service.session
    tonight = evening is not None and evening.game == game.key
    usual = game.defaults(options)
    differ = [option for option in game.options if options[option.key] != usual[option.key]]
    return HouseRules(
        options,
        ("tonight" if tonight else "usual") if options == rules_and_deck(game)[0] else "picked",
        tuple((option.label, value_label(option, options[option.key])) for option in differ),
        {option.key: options[option.key] for option in differ},
    )


def requested_table(game: Game) -> Table:
    """A table about to play the game's first round, with the request's `seats` or as many as usual."""
    seats = request.args.get("seats", type=int)
    return sample_session(game, requested_options(game), seats=seats).table()


def own_seat() -> int | None:
    """The seat of this phone's player in the coming round; None for a watcher, and for who rests."""
    evening, me = context().service.session, current_name()
    if evening is None or me not in evening.players:
        return None
    player = evening.players.index(me)
    return evening.seat_order.index(player) if player in evening.seat_order else None


def glossary_messages() -> dict[str, str]:
    """What a page needs that only explains words: closing the explanation."""
    return {"close": script_messages()["close"]}


def learning_context(game: Game, deck: str) -> dict[str, Any]:
    """The deck on the page, the house rules picked on it, the script's words, and the words it explains."""
    return {
        "deck": deck,
        "picked": {key: value for key, value in request.args.items() if key.startswith("o.")},
        "words": script_messages(),
        "terms": [term.as_json() for term in terms(game, decks()[deck])],
    }
