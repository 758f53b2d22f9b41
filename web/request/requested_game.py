"""The game that a page teaches: its deck, house rules, and whose seat.

They come from the request, from the evening when it plays that game, or from the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.json_input import parse_json
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.prompts import Table
from scorer.session.samples import sample_session
from scorer.teaching.glossary import terms
from scorer.texts import Text
from web.context import context
from web.i18n.learning_messages import learning_messages
from web.i18n.script_messages import script_messages, view_messages
from web.refusals import options_not_an_object
from web.request.auth import current_name
from web.request.rule_sets import typed_amounts


def require_game(key: str) -> Game:
    """The game of that key. Raises `not_found` when there is none."""
    game = games().get(key)
    if game is None:
        raise Refusal("not_found", Text("There is no such game", "その遊びはありません"))
    return game


def rules_and_deck(game: Game, deck: str = "") -> tuple[Mapping[str, OptionValue], str]:
    """House rules and deck to learn with: those of the evening when it plays this game, else the defaults.

    `deck`: another deck of the game instead. Raises `wrong_deck` when the game is not played with it.
    """
    evening = context().service.session
    plays_game = evening is not None and evening.game == game.key
    options = dict(evening.options) if evening is not None and plays_game else game.resolve_options({})
    default_deck = evening.deck if evening is not None and plays_game else game.decks[0]
    if deck and deck not in game.decks:
        raise Refusal(
            "wrong_deck",
            Text(f"{game.name.en} is not played with that deck", f"{game.name.ja}にその札は使いません"),
        )
    return options, deck or default_deck


def requested_options(game: Game) -> Mapping[str, OptionValue]:
    """The house rules of the request, else those of `rules_and_deck`.

    The request has them as a JSON object in `options`, or as forms send them: each as JSON in a field `o.` and its key.
    Raises `bad_option`.
    """
    fields = {option.key: request.args.get(f"o.{option.key}") for option in game.options}
    amounts = {option.key: typed for option in game.options if (typed := typed_amounts(option, request.args))}
    encoded = request.args.get("options")
    if encoded is None and not any(fields.values()) and not amounts:
        return rules_and_deck(game)[0]
    try:
        typed = {key: parse_json(value) for key, value in fields.items() if value}
        options = parse_json(encoded) if encoded else amounts | typed
    except Refusal:
        options = None
    if not isinstance(options, dict):
        raise options_not_an_object()
    return game.resolve_options(options)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules to learn with.

    `origin`: "tonight" (of the evening), "picked" on the page, or "usual" (the defaults). `differences`: label and
    value, as the table words it, of every option that differs from the default. `changed_options`: the same options by
    key.
    """

    options: Mapping[str, OptionValue]
    origin: str
    differences: tuple[tuple[Text, Text], ...]
    changed_options: Mapping[str, OptionValue]


def house_rules_for_request(game: Game) -> HouseRules:
    """The house rules of the request, as `requested_options` finds them, and where they come from."""
    options, evening = requested_options(game), context().service.session
    is_tonight = evening is not None and evening.game == game.key
    defaults = game.defaults(options)
    changed = [option for option in game.options if options[option.key] != defaults[option.key]]
    return HouseRules(
        options,
        ("tonight" if is_tonight else "usual") if options == rules_and_deck(game)[0] else "picked",
        tuple((option.label, option.word(options[option.key])) for option in changed),
        {option.key: options[option.key] for option in changed},
    )


def requested_table(game: Game) -> Table:
    """A table about to play the game's first round, with the request's `seats` or the usual number."""
    seats = request.args.get("seats", type=int)
    return sample_session(game, requested_options(game), seats=seats).table()


def own_seat() -> int | None:
    """The seat of this phone's player in the coming round. None for a watcher and for a player who rests."""
    evening, name = context().service.session, current_name()
    player = None if evening is None else evening.player_of(name)
    if evening is None or player not in evening.seat_order:
        return None
    return evening.seat_order.index(player)


def glossary_messages() -> dict[str, str]:
    """Texts of a page that only explains words: the button that closes the explanation."""
    return {"close": script_messages()["close"]}


def learning_context(game: Game, deck: str) -> dict[str, Any]:
    """Template variables of a learning page: its deck, the house rules picked on it, script texts, explained words."""
    return {
        "deck": deck,
        "picked": {key: value for key, value in request.args.items() if key.startswith("o.")},
        "messages": {**script_messages(), **view_messages(), **learning_messages()},
        "terms": [term.as_json() for term in terms(game, decks()[deck])],
    }
