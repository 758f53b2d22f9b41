"""How a game is played: its cheat sheet to read or print, a corner to lay cards in, drills, every word explained."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorer.discover import decks, games, kind_of
from scorer.session.samples import opening
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.glossary import every_word
from scorer.texts import Text
from web.http.navigation import Place
from web.request.study import few, game_of, house, playing, said

BLUEPRINT = Blueprint("learn", __name__)
PLACES = (Place("/learn", Text("Learn", "学ぶ"), 50, "学"),)


@BLUEPRINT.get("/learn")
def all_games() -> str:
    """Every game, with what there is to learn of it."""
    return render_template("games.html", games=games().values(), words=few())


@BLUEPRINT.get("/learn/<key>")
def learn(key: str) -> str:
    """The sheet of one game: as it is being played when it is, else with the usual house rules."""
    game = game_of(key)
    options, kind = playing(game, request.args.get("deck", ""))
    sheet = cheat_sheet(game, options, kind)
    first, *_, last = (*sheet.seats, sheet.seats[-1])
    every = sheet.seats == tuple(range(first, last + 1)) and first < last
    return render_template(
        "learn.html",
        game=game,
        sheet=sheet,
        seats=f"{first}–{last}" if every else " / ".join(map(str, sheet.seats)),
        decks=decks(),
        face=lambda code: decks()[kind_of(code)].faces[code],
        **said(game, sheet.deck),
    )


@BLUEPRINT.get("/learn/<key>/lay")
def lay(key: str) -> str:
    """The corner where cards are laid down and read at once; no evening need be running."""
    game = game_of(key)
    rules, (_, deck) = house(game), playing(game, request.args.get("deck", ""))
    options = rules.options
    table = opening(game, options, deck=deck).table()
    roles = {game.role_of(seat, len(table.seats)) for seat in range(len(table.seats))}
    faces = game.faces(decks()[deck], options)
    lesson = {
        "game": key,
        "deck": deck,
        "options": dict(options),
        "faces": {
            code: {"name": decks()[deck].faces[code].name.as_json(), "copies": copies} for code, copies in faces.items()
        },
        "groups": [
            {"name": name.as_json(), "codes": [code for code in codes if code in faces]}
            for name, codes in decks()[deck].groups
        ],
        "places": [
            {"says": game.place_of(table, seat).as_json(), "role": game.role_of(seat, len(table.seats))}
            for seat in range(len(table.seats))
        ],
        "roles": [] if roles != {""} else [{"key": role, "says": says.as_json()} for role, says in game.roles],
    }
    return render_template("lay.html", game=game, decks=decks(), house=rules, lesson=lesson, **said(game, deck))


@BLUEPRINT.get("/learn/<key>/drill")
def drill(key: str) -> str:
    """Questions to practise with, by the house rules of tonight or others; what was right stays on this phone."""
    game, step = game_of(key), request.args.get("step", 0, type=int)
    _, deck = playing(game, request.args.get("deck", ""))
    return render_template("drill.html", game=game, decks=decks(), house=house(game), step=step, **said(game, deck))


@BLUEPRINT.get("/glossary")
def glossary() -> str:
    """Every native word of every game."""
    return render_template("glossary.html", glossary=every_word(), words=few())
