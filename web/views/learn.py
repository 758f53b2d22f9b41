"""How a game is played, what its hands are worth, its words: its cheat sheet, to read here or to print."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorer.cheatsheet import CheatSheet, cheat_sheet
from scorer.discover import decks, games, kind_of
from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion

BLUEPRINT = Blueprint("learn", __name__)


@BLUEPRINT.get("/learn/<key>")
def learn(key: str) -> str:
    """The sheet of one game: as it is being played when it is, else with the usual house rules."""
    sheet = _sheet(key)
    first, *_, last = (*sheet.seats, sheet.seats[-1])
    every = sheet.seats == tuple(range(first, last + 1)) and first < last
    return render_template(
        "learn.html",
        sheet=sheet,
        seats=f"{first}–{last}" if every else " / ".join(map(str, sheet.seats)),
        decks=decks(),
        face=lambda code: decks()[kind_of(code)].faces[code],
    )


def _sheet(key: str) -> CheatSheet:
    found, evening = games().get(key), companion().room.session
    if found is None:
        raise Refusal("not_found", Text("there is no such game", "その遊びはありません"))
    if evening is not None and evening.game == key:
        return cheat_sheet(found, evening.options, evening.deck)
    return cheat_sheet(found)
