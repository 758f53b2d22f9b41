"""What can be played: games, decks and the house rules in force, straight from the games' own data."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, request

from scorer.cards import Deck
from scorer.discover import decks, game, games
from scorer.errors import Refusal
from scorer.rules.game import Game
from scorer.rules.options import Option, Value
from scorer.texts import Text
from web.i18n.spoken_names import aloud

BLUEPRINT = Blueprint("catalogue", __name__, url_prefix="/api")


@BLUEPRINT.get("/games")
def all_games() -> dict[str, Any]:
    """Every game with its options, hand classes, words and lesson."""
    return {"games": [_game(one) for one in games().values()]}


@BLUEPRINT.get("/decks")
def all_decks() -> dict[str, Any]:
    """Every deck with its faces and the rows of its grid."""
    return {"decks": [_deck(one) for one in decks().values()]}


@BLUEPRINT.get("/agreed")
def agreed() -> dict[str, Any]:
    """The house rules in force when `options` (a JSON object) are chosen over a game's defaults."""
    try:
        options = json.loads(request.args.get("options", "{}"))
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Refusal(
            "bad_option", Text("options must be a JSON object", "取り決めはJSONのオブジェクトで渡してください")
        )
    found: dict[str, Value] = game(request.args.get("game")).agreed(options)
    return {"options": found}


def _game(one: Game) -> dict[str, Any]:
    return {
        "key": one.key,
        "name": one.name.as_json(),
        "says": one.says.as_json(),
        "decks": list(one.decks),
        "seats": [one.seats[0], one.seats[-1]],
        "options": [_option(option) for option in one.options],
        "outcomes": {key: text.as_json() for key, text in one.outcomes},
        "classes": [
            {"key": each.key, "name": each.name.as_json(), "says": each.says.as_json(), "example": list(each.witness)}
            for each in one.classes
        ],
        "words": [{"name": word.name.as_json(), "says": word.says.as_json()} for word in one.words],
        "lesson": [{"title": part.title.as_json(), "body": part.body.as_json()} for part in one.lesson],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "key": option.key,
        "label": option.label.as_json(),
        "help": option.help.as_json(),
        "default": option.default,
        "values": list(option.values),
        "says": [text.as_json() for text in option.says],
        "least": option.least,
        "most": option.most,
    }


def _deck(deck: Deck) -> dict[str, Any]:
    return {
        "kind": deck.kind,
        "name": deck.name.as_json(),
        "faces": {
            face.code: {
                "name": face.name.as_json(),
                "spoken": aloud(face).as_json(),
                "number": face.number,
                "kind": face.kind,
                "copies": face.copies,
            }
            for face in deck.listed
        },
        "groups": [{"name": name.as_json(), "codes": list(codes)} for name, codes in deck.groups],
    }
