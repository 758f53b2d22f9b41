"""The page of everybody over all evenings."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorer.decks import decks
from scorer.games import games
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry

BLUEPRINT = Blueprint("players", __name__)
PLACES = (
    NavEntry(
        "/players",
        Text("Players", "遊んだ人"),
        58,
        sign="人",
        description=Text("Everybody over all evenings.", "これまでの会を通した成績。"),
    ),
)


@BLUEPRINT.get("/players")
def page() -> str:
    """Everybody: stones, rounds, favourite game, best hands as pictures."""
    return render_template(
        "players.html",
        people=context().archive.people(),
        games=games(),
        classes={key: {each.key: each.name for each in game.classes} for key, game in games().items()},
        notable={key: {each.key for each in game.classes if each.is_notable} for key, game in games().items()},
        faces={code: face for deck in decks().values() for code, face in deck.faces.items()},
    )
