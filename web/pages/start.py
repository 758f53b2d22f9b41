"""The form that starts an evening: game, deck, players, house rules.

Its choices come from the data of the games.
"""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.json_input import parse_json
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
    """The form, filled with what was chosen so far. Guests are redirected to the PIN."""
    if not is_host():
        return redirect(url_for("more.more"))
    return _render_form(request.args)


@BLUEPRINT.post("/start")
def start() -> str | Response | tuple[str, int]:
    """Start the evening, or show the form again with what is wrong and nothing lost."""
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
        change = {"version": form.get("version", type=int), "key": form.get("key")}
        if form.get("evening") == "same":
            begin_game(data, change_request(change))
        else:
            if has_rounds_at_stake():
                require_pin(form.get("pin"))
            open_evening(data, change_request(change))
    except Refusal as refusal:
        return _render_form(form, refusal), 422
    return redirect(url_for("page.page"))


def _render_form(fields: MultiDict[str, str], refusal: Refusal | None = None) -> str:
    last = context().service.session
    key = fields.get("game") or _game_for_deck(fields.get("deck")) or (last.game if last else DEFAULT_GAME)
    rules = games().get(key) or next(iter(games().values()))
    try:
        agreed = rules.resolve_options(_parse_options(rules, fields))
    except Refusal as error:
        refusal, agreed = refusal or error, rules.resolve_options({})
    deck, seats = fields.get("deck"), rules.seats_for(agreed)
    enrolled = [own_deck for own_deck in enrolled_decks() if own_deck.kind in rules.decks]
    names = [phone.name for phone in context().phones.all() if phone.name]
    players = (
        _player_names(fields) or ([last.players[player] for player in last.present] if last else names)[: seats[-1]]
    )
    return render_template(
        "start.html",
        game=rules,
        games=games().values(),
        decks=decks(),
        own=enrolled,
        deck=deck if deck in {*rules.decks, *(own_deck.name for own_deck in enrolled)} else rules.decks[0],
        agreed=agreed,
        players=[*players, *[""] * (_name_box_count(fields, len(players), seats) - len(players))],
        running=last is not None and not last.closed,
        same=fields.get("evening") == "same",
        fuller=max(len(players), _name_box_count(fields, len(players), seats)) < seats[-1],
        seats=seats,
        open=bool(fields.get("open")),
        refusal=refusal,
        asks_pin=has_rounds_at_stake() and not context().phones.has_recent_pin(current_phone_id()),
        version=context().service.version,
        key=secrets.token_hex(12),
        words=glossary_messages(),
    )


def _game_for_deck(deck: str | None) -> str | None:
    """The first game that an enrolled deck of that name can play."""
    kind = next((enrolled.kind for enrolled in enrolled_decks() if enrolled.name == deck), None)
    return next((key for key, rules in games().items() if kind in rules.decks), None)


def _name_box_count(fields: MultiDict[str, str], players: int, seats: range) -> int:
    """Number of boxes for names: as many as the game needs, one to spare, and one more on request."""
    requested = len(fields.getlist("player")) + 1 if fields.get("more") else 0
    return min(max(players + 1, seats[0], 4, requested), seats[-1])


def _player_names(fields: MultiDict[str, str]) -> list[str]:
    return [name for name in fields.getlist("player") if name.strip()]


def _parse_options(rules: Game, fields: MultiDict[str, str]) -> dict[str, object]:
    """The house rules of the form. Values are JSON. A number typed beside a list of values takes precedence."""
    options: dict[str, object] = {}
    for option in rules.options:
        text = fields.get(f"n.{option.key}") or fields.get(f"o.{option.key}")
        if text:
            try:
                options[option.key] = parse_json(text)
            except Refusal:
                raise Refusal(
                    "bad_option",
                    Text(
                        f"{option.label.en} cannot be {text[:40]}",
                        f"「{option.label.ja}」を {text[:40]} にはできません",
                    ),
                ) from None
    return options
