"""How a game is played: cheat sheet, hand explainer, drills, glossary."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from scorer.cards import KIND_NAMES
from scorer.decks import decks, kind_of
from scorer.games import games
from scorer.session.samples import sample_session
from scorer.teaching.cheatsheet import cheat_sheet
from scorer.teaching.drills import card_drill
from scorer.teaching.glossary import all_glossaries
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry
from web.request.requested_game import (
    glossary_messages,
    house_rules_for_request,
    learning_context,
    requested_options,
    require_game,
    rules_and_deck,
)
from web.session.validators import DEFAULT_GAME

BLUEPRINT = Blueprint("learn", __name__)
PLACES = (NavEntry("/learn", Text("Learn", "学ぶ"), 50, "学"),)


@BLUEPRINT.get("/learn")
def all_games() -> str:
    """Every game, tonight's or the usual one first, and the way from the first card to the first deal."""
    evening = context().service.session
    tonight = evening.game if evening is not None and not evening.closed else ""
    first = tonight or DEFAULT_GAME
    ordered = sorted(games().values(), key=lambda game: game.key != first)
    return render_template("games.html", games=ordered, tonight=tonight, messages=glossary_messages())


@BLUEPRINT.get("/learn/cards")
def meet_cards() -> str:
    """Every card of a deck, row by row, with its name and kind: once for all games played with it."""
    wanted = request.args.get("deck", "")
    deck = decks()[wanted] if wanted in decks() else decks()["hanafuda"]
    players = [game for game in games().values() if deck.kind in game.decks]
    # The game that has most of these cards asks about them.
    practised = max(players, key=lambda game: len(game.cards_in_play(deck, game.resolve_options({}))), default=None)
    return render_template(
        "cards.html",
        deck=deck,
        decks=decks(),
        players=players,
        practised=practised,
        kind=card_drill(practised, deck) if practised else "",
        about=next((word.meaning for word in deck.terms if word.name.en == deck.name.en), None),
        kinds=KIND_NAMES,
    )


@BLUEPRINT.get("/learn/<key>")
def learn(key: str) -> str:
    """The cheat sheet of one game: as it is being played when it is, else with the usual house rules.

    `options`: other house rules, such as those of a settled round, as a JSON object.
    """
    game = require_game(key)
    _, kind = rules_and_deck(game, request.args.get("deck", ""))
    sheet = cheat_sheet(game, requested_options(game), kind)
    first, *_, last = (*sheet.seats, sheet.seats[-1])
    is_range = sheet.seats == tuple(range(first, last + 1)) and first < last
    return render_template(
        "learn.html",
        game=game,
        sheet=sheet,
        seats=f"{first}–{last}" if is_range else " / ".join(map(str, sheet.seats)),
        decks=decks(),
        face=lambda code: decks()[kind_of(code)].faces[code],
        decided_by_total=game.total_question is not None,
        row_cards={name.en: codes[0] for name, codes in decks()[sheet.deck].all_groups if codes},
        **learning_context(game, sheet.deck) | {"words": glossary_messages()},  # its scripts only explain words
    )


@BLUEPRINT.get("/learn/<key>/lay")
def lay(key: str) -> str:
    """The page where cards are laid down and explained at once. No evening need be running."""
    game = require_game(key)
    house_rules, (_, deck) = house_rules_for_request(game), rules_and_deck(game, request.args.get("deck", ""))
    options = house_rules.options
    table = sample_session(game, options, deck=deck).table()
    roles = {game.role_of(seat, len(table.seats)) for seat in range(len(table.seats))}
    faces = game.cards_in_play(decks()[deck], options)
    lesson = {
        "game": key,
        "deck": deck,
        "options": dict(options),
        "faces": {
            code: {"name": decks()[deck].faces[code].name.as_json(), "copies": copies} for code, copies in faces.items()
        },
        "groups": [{"name": name.as_json(), "codes": list(codes)} for name, codes in decks()[deck].groups_of(faces)],
        "places": [
            {"says": game.place_of(table, seat).as_json(), "role": game.role_of(seat, len(table.seats))}
            for seat in range(len(table.seats))
        ],
        "roles": []
        if roles != {""}
        else [{"key": role, "says": label.as_json()} for role, label in game.roles_for(options)],
    }
    return render_template(
        "lay.html", game=game, decks=decks(), house=house_rules, lesson=lesson, **learning_context(game, deck)
    )


@BLUEPRINT.get("/learn/<key>/drill")
def drill(key: str) -> str:
    """Questions to practise with, by the house rules of tonight or others. The score stays on this phone."""
    game, step = require_game(key), request.args.get("step", 0, type=int)
    _, deck = rules_and_deck(game, request.args.get("deck", ""))
    return render_template(
        "drill.html",
        game=game,
        decks=decks(),
        house=house_rules_for_request(game),
        step=step,
        **learning_context(game, deck),
    )


@BLUEPRINT.get("/glossary")
def glossary() -> str:
    """Every native word of every game."""
    return render_template("glossary.html", glossary=all_glossaries(), messages=glossary_messages())
