"""What can be played: games, decks and house rules, from the games' data."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from scorer.cards import Deck
from scorer.decks import decks, same_faces
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.json_input import parse_json
from scorer.rules.game import Game
from scorer.rules.options import Option, OptionValue
from web.i18n.spoken_names import spoken_name
from web.refusals import options_not_an_object

BLUEPRINT = Blueprint("catalogue", __name__, url_prefix="/api")


@BLUEPRINT.get("/games")
def all_games() -> dict[str, Any]:
    """Every game with its options, hand classes, words and lesson."""
    return {"games": [_game_json(game) for game in games().values()]}


@BLUEPRINT.get("/decks")
def all_decks() -> dict[str, Any]:
    """Every deck with its faces and the rows of its card grid."""
    return {"decks": [_deck_json(deck) for deck in decks().values()]}


@BLUEPRINT.get("/agreed", endpoint="agreed")
def resolve_options() -> dict[str, Any]:
    """The house rules in force when `options` (a JSON object) are chosen over a game's defaults."""
    try:
        options = parse_json(request.args.get("options", "{}"))
    except Refusal:
        options = None
    if not isinstance(options, dict):
        raise options_not_an_object()
    resolved: dict[str, OptionValue] = game(request.args.get("game")).resolve_options(options)
    return {"options": resolved}


def _game_json(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "name": game.name.as_json(),
        "says": game.summary.as_json(),
        "decks": list(game.decks),
        "seats": [game.seats[0], game.seats[-1]],
        "options": [_option_json(option) for option in game.options],
        "rounds": [text.as_json() for text in game.round_names],
        "outcomes": {key: text.as_json() for key, text in game.outcomes},
        "classes": [
            {
                "key": hand_class.key,
                "name": hand_class.name.as_json(),
                "says": hand_class.description.as_json(),
                "example": list(hand_class.example),
            }
            for hand_class in game.classes
        ],
        "told_apart": [code for face in sorted(game.told_apart) for code in same_faces(face)],
        "words": [{"name": term.name.as_json(), "says": term.meaning.as_json()} for term in game.words],
        "lesson": [{"title": section.title.as_json(), "body": section.body.as_json()} for section in game.lesson],
    }


def _option_json(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "label": option.label.as_json(),
        "help": option.help.as_json(),
        "default": option.default,
        "values": list(option.values),
        "says": [text.as_json() for text in option.value_labels],
        "least": option.minimum,
        "most": option.maximum,
        "amounts": [{"key": key, "name": name.as_json()} for key, name in option.amount_keys],
    }


def _deck_json(deck: Deck) -> dict[str, Any]:
    return {
        "kind": deck.kind,
        "name": deck.name.as_json(),
        "faces": {
            face.code: {
                "name": face.name.as_json(),
                "spoken": spoken_name(face).as_json(),
                "number": face.number,
                "kind": face.kind,
                "copies": face.copies,
            }
            for face in deck.faces.values()
        },
        "groups": [{"name": name.as_json(), "codes": list(codes)} for name, codes in deck.groups],
        "extras": [{"name": name.as_json(), "codes": [face.code for face in row]} for name, row in deck.extras],
    }
