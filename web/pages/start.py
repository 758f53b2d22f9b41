"""The form that starts an evening: game, deck, players and every house rule, from the game's own data."""

from __future__ import annotations

import json
import secrets
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.rules.game import Game
from scorer.texts import Text
from web.context import context
from web.request.auth import change_request, current_phone_id, has_rounds_at_stake, is_host, require_pin
from web.request.evening_start import begin_game, enrolled_decks, open_evening
from web.request.study import glossary_messages
from web.session.validators import DEFAULT_GAME

BLUEPRINT = Blueprint("start", __name__)


@BLUEPRINT.get("/start")
def form() -> str | Response:
    """The form, filled with what was chosen so far; guests are sent to the PIN."""
    if not is_host():
        return redirect(url_for("more.more"))
    return _render_form(request.args)


@BLUEPRINT.post("/start")
def start() -> str | Response | tuple[str, int]:
    """Starts the evening, or shows the form again with what is wrong and nothing lost."""
    if not is_host():
        return redirect(url_for("more.more"))
    form = request.form
    try:
        rules = game(form.get("game"))
        data: dict[str, Any] = {
            "game": rules.key,
            "deck": form.get("deck"),
            "players": _player_names(form),
            "options": _parse_options(rules, form),
        }
        told = {"version": form.get("version", type=int), "key": form.get("key")}
        if form.get("evening") == "same":
            begin_game(data, change_request(told))
        else:
            if has_rounds_at_stake():
                require_pin(form.get("pin"))
            open_evening(data, change_request(told))
    except Refusal as refusal:
        return _render_form(form, refusal), 422
    return redirect(url_for("page.page"))


def _render_form(given: MultiDict[str, str], refusal: Refusal | None = None) -> str:
    last = context().service.session
    wanted = given.get("game") or _game_for_deck(given.get("deck")) or (last.game if last else DEFAULT_GAME)
    rules = games().get(wanted) or next(iter(games().values()))
    try:
        agreed = rules.resolve_options(_parse_options(rules, given))
    except Refusal as wrong:
        refusal, agreed = refusal or wrong, rules.resolve_options({})
    deck, seats = given.get("deck"), rules.seats_for(agreed)
    own = [one for one in enrolled_decks() if one.kind in rules.decks]
    joined = [one.name for one in context().phones.all() if one.name]
    players = _player_names(given) or ([last.players[at] for at in last.present] if last else joined)[: seats[-1]]
    return render_template(
        "start.html",
        game=rules,
        games=games().values(),
        decks=decks(),
        own=own,
        deck=deck if deck in {*rules.decks, *(one.name for one in own)} else rules.decks[0],
        agreed=agreed,
        players=[*players, *[""] * (_name_box_count(given, len(players), seats) - len(players))],
        running=last is not None and not last.closed,
        same=given.get("evening") == "same",
        fuller=max(len(players), _name_box_count(given, len(players), seats)) < seats[-1],
        seats=seats,
        open=bool(given.get("open")),
        refusal=refusal,
        asks_pin=has_rounds_at_stake() and not context().phones.has_recent_pin(current_phone_id()),
        version=context().service.version,
        key=secrets.token_hex(12),
        words=glossary_messages(),
    )


def _game_for_deck(deck: str | None) -> str | None:
    """The first game that an enrolled deck of that name can play."""
    kind = next((one.kind for one in enrolled_decks() if one.name == deck), None)
    return next((key for key, rules in games().items() if kind in rules.decks), None)


def _name_box_count(given: MultiDict[str, str], players: int, seats: range) -> int:
    """How many name boxes there are: as many as the game needs, one to spare, one more when somebody asks for it."""
    asked = len(given.getlist("player")) + 1 if given.get("more") else 0
    return min(max(players + 1, seats[0], 4, asked), seats[-1])


def _player_names(given: MultiDict[str, str]) -> list[str]:
    return [name for name in given.getlist("player") if name.strip()]


def _parse_options(rules: Game, given: MultiDict[str, str]) -> dict[str, object]:
    """The house rules given: values are JSON; a number typed beside a list of values goes before it."""
    found: dict[str, object] = {}
    for option in rules.options:
        text = given.get(f"n.{option.key}") or given.get(f"o.{option.key}")
        if text:
            try:
                found[option.key] = json.loads(text)
            except ValueError:
                raise Refusal(
                    "bad_option",
                    Text(
                        f"{option.label.en} cannot be {text[:40]}",
                        f"「{option.label.ja}」を {text[:40]} にはできません",
                    ),
                ) from None
    return found
