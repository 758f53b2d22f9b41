"""How a game is played, what its hands are worth, its words: from the game's own data."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorer.discover import decks, games, kind_of
from scorer.errors import Refusal
from scorer.texts import Text

BLUEPRINT = Blueprint("learn", __name__)


@BLUEPRINT.get("/learn/<key>")
def learn(key: str) -> str:
    """The lesson of one game."""
    found = games().get(key)
    if found is None:
        raise Refusal("not_found", Text("there is no such game", "その遊びはありません"))
    return render_template("learn.html", game=found, face=lambda code: decks()[kind_of(code)].faces[code])
