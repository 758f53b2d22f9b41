"""The form that starts an evening: game, deck, players, house rules.

Its choices come from the data of the games.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.json_input import parse_json
from scorer.rules.game import Game
from scorer.rules.options import OptionValue
from scorer.rules.pairs import PAIR_SIZE, join_pair, pairs_across
from scorer.session.state import Session
from scorer.texts import Text
from web.context import context
from web.i18n.request_locale import localize
from web.pages.host import redirect_to_host_form
from web.request.auth import change_request, current_phone_id, has_rounds_at_stake, is_host, require_pin
from web.request.evening_start import begin_game, enrolled_decks, open_demo, open_evening
from web.request.game_tiles import GameTile, game_tiles, people_known
from web.request.player_count import options_by_names, options_for_names, other_count, seats_by_names
from web.request.requested_game import glossary_messages
from web.request.rule_sets import delete_rule_set, find_rule_set, last_rules, rule_sets, save_rule_set, typed_amounts
from web.session.deck_choice import chosen_deck

BLUEPRINT = Blueprint("start", __name__)

_REFUSED_AT = {
    "bad_count": "players",
    "bad_name": "players",
    "bad_option": "rules",
    "no_model": "game",
    "pin_again": "pin",
    "too_many_tries": "pin",
    "wrong_deck": "game",
    "wrong_pin": "pin",
}
"""The part of the form that a refusal is about, by its code. The others stand at the head of the form."""
_RULE_SET_FIELDS = {"set", "save_set", "drop_set"}


@BLUEPRINT.get("/start")
def form() -> str | Response:
    """The form, filled with what was chosen so far. Guests are redirected to the PIN."""
    if not is_host():
        return redirect_to_host_form(request.full_path.rstrip("?"))
    return _render_form(request.args)


@BLUEPRINT.post("/start")
def start() -> str | Response | tuple[str, int]:
    """Start the evening, or show the form again with what is wrong and nothing lost.

    With `redraw` or `more` the form only comes again, with the defaults of what was chosen. It comes by POST, so that
    neither names nor a PIN stand in an address.
    """
    if not is_host():
        return redirect_to_host_form("/start")
    form = request.form
    if form.get("redraw") or form.get("more"):
        return _render_form(form)
    try:
        if _RULE_SET_FIELDS & form.keys():
            return _change_rule_sets(form)
        rules = game(form.get("game"))
        data: dict[str, Any] = {
            "game": rules.key,
            "deck": form.get("deck"),
            "players": [join_pair(row) for row in _typed_rows(form)],
            "options": _options_to_play(rules, form),
        }
        change = {"version": form.get("version", type=int), "key": form.get("key")}
        way = {"demo": bool(form["demo"])} if "demo" in form and context().settings.is_demo else {}
        if form.get("evening") == "same":
            begin_game({**data, **way}, change_request(change))
        else:
            if has_rounds_at_stake():
                require_pin(form.get("pin"))
            (open_demo if any(way.values()) else open_evening)(data, change_request(change))
    except Refusal as refusal:
        return _render_form(form, refusal), 422
    return redirect(url_for("main.page"))


def _render_form(fields: MultiDict[str, str], refusal: Refusal | None = None) -> str:
    last = context().service.session
    tiles = game_tiles(fields.get("first", ""))
    key = fields.get("game") or _game_for_deck(fields.get("deck"), tiles) or tiles[0].game.key
    rules = games().get(key) or tiles[0].game
    rows = _typed_rows(fields)
    other = None
    options, agreed, fault = _resolve_options(rules, fields)
    refusal = refusal or fault
    if refusal and refusal.code == "bad_count" and (other := other_count(rules, options, len(rows))):
        refusal = Refusal(refusal.code, other.question)
    seats = seats_by_names(rules, options)
    people = _people_by_seat(rows) or _known_people(last)
    # More names than there are places stay, so that what is wrong with them can be seen.
    places = max(seats[-1], len(rows)) if other else seats[-1]
    room = places * rules.people_per_seat
    rows = _rows_for(rules, people[:room])
    boxes = _name_box_count(rules, fields, len(rows), seats)
    asks_pin = has_rounds_at_stake() and not context().phones.has_recent_pin(current_phone_id())
    return render_template(
        "start.html",
        game=rules,
        tiles=tiles,
        known=people_known([name for row in rows for name in row]),
        **_deck_variables(rules, fields, last),
        resting=people[room:],
        people=sum(bool(name) for row in rows for name in row),
        agreed=agreed,
        chosen=options.keys(),
        by_names=options_by_names(rules),
        other=other,
        defaults=rules.defaults(agreed),
        as_last_time=bool(options) and options == last_rules(rules),
        length=next((each.word(agreed[each.key]) for each in rules.options if each.key == "length"), None),
        sets=[each for each in rule_sets() if each.game == rules.key],
        rows=[*rows, *[("",) * rules.people_per_seat] * (boxes - len(rows))],
        running=last is not None and not last.closed,
        same=fields.get("evening") == "same",
        offers_demo=context().settings.is_demo,
        demo=bool(fields["demo"]) if "demo" in fields else last is not None and context().camera.is_demo,
        has_room=max(len(rows), boxes) < seats[-1],
        seats=seats,
        open=bool(fields.get("open")),
        refusal=refusal,
        refused_at=_part_of_form(refusal, fields, asks_pin=asks_pin) if refusal else "",
        asks_pin=asks_pin,
        version=context().service.version,
        key=secrets.token_hex(12),
        messages=glossary_messages(),
    )


def _resolve_options(
    rules: Game, fields: MultiDict[str, str]
) -> tuple[dict[str, object], Mapping[str, OptionValue], Refusal | None]:
    """The house rules that the form chooses, all that hold with them, and what is wrong; then without those.

    A form that has shown none of this game yet begins with those of the last time.
    """
    options: dict[str, object] = {}
    try:
        options = _parse_options(rules, fields)
        if not options and fields.get("rules_of") != rules.key:
            options.update(last_rules(rules))
        return options, rules.resolve_options(options), None
    except Refusal as refusal:
        left = {key: value for key, value in options.items() if _may_be(rules, key, value)}
        return left, rules.resolve_options(left), refusal


def _may_be(rules: Game, key: str, value: object) -> bool:
    """Whether a house rule may have that value."""
    try:
        rules.resolve_options({key: value})
    except Refusal:
        return False
    return True


def _deck_variables(rules: Game, fields: MultiDict[str, str], last: Session | None) -> dict[str, Any]:
    """Template variables of the decks: those of the game, and the one that is chosen or was played with last."""
    enrolled = [own_deck for own_deck in enrolled_decks() if own_deck.kind in rules.decks]
    names = {kind: localize(decks()[kind].name) for kind in rules.decks} | {
        own_deck.name: own_deck.label for own_deck in enrolled
    }
    deck = next(name for name in (fields.get("deck"), *_decks_of(last), *rules.decks) if name in names)
    return {"decks": decks(), "own": enrolled, "deck": deck, "deck_name": names[deck]}


def _decks_of(last: Session | None) -> tuple[str, ...]:
    """What the last game was played with: its enrolled deck, and its kind."""
    return () if last is None else (chosen_deck(context().store, context().service.evening_id), last.deck)


def _options_to_play(rules: Game, form: MultiDict[str, str]) -> dict[str, object]:
    """The house rules of the form, with the number of players that its names choose; with `instead` also over them."""
    options, names = _parse_options(rules, form), len(_typed_rows(form))
    other = other_count(rules, options, names) if form.get("instead") else None
    return {**options_for_names(rules, options, names), **(other.options if other else {})}


def _part_of_form(refusal: Refusal, fields: MultiDict[str, str], *, asks_pin: bool) -> str:
    """Where in the form the refusal stands: beside what is to be put right."""
    if _RULE_SET_FIELDS & fields.keys():
        return "rules"
    part = _REFUSED_AT.get(refusal.code, "")
    return part if part != "pin" or (asks_pin and fields.get("evening") != "same") else ""


def _change_rule_sets(form: MultiDict[str, str]) -> str:
    """The form with a saved set of house rules in it, or after one was saved or deleted. Raises `Refusal`."""
    if "save_set" in form:
        rules = game(form.get("game"))
        save_rule_set(form.get("set_name"), rules.key, rules.resolve_options(_parse_options(rules, form)))
    if "drop_set" in form:
        delete_rule_set(form["drop_set"])
    fields = MultiDict(form)
    if chosen := find_rule_set(form.get("set", "")):
        usual = game(chosen.game).resolve_options({})
        for key, value in chosen.options.items():
            if key in options_by_names(game(chosen.game)) and value == usual[key]:
                continue  # nobody chose how many play
            fields[f"o.{key}"] = json.dumps(value)
            fields.pop(f"n.{key}", None)
    return _render_form(fields)


def _game_for_deck(deck: str | None, tiles: Sequence[GameTile]) -> str | None:
    """The first game that an enrolled deck of that name can play, in the order in which they stand."""
    kind = next((enrolled.kind for enrolled in enrolled_decks() if enrolled.name == deck), None)
    return next((tile.game.key for tile in tiles if kind in tile.game.decks), None)


def _name_box_count(rules: Game, fields: MultiDict[str, str], rows: int, seats: range) -> int:
    """Number of rows for names: as many as the game needs, one to spare, and one more on request."""
    requested = len(fields.getlist("player")) + 1 if fields.get("more") else 0
    usual = 4 if rules.people_per_seat == 1 else seats[0]
    return min(max(rows + (rules.people_per_seat == 1), seats[0], usual, requested), seats[-1])


def _typed_rows(fields: MultiDict[str, str]) -> list[tuple[str, ...]]:
    """The names of each seat in the form: one, or with `partner` both of a pair. Rows left empty are nobody's."""
    rows = zip_longest(fields.getlist("player"), fields.getlist("partner"), fillvalue="")
    typed = (tuple(name.strip() for name in row if name.strip()) for row in rows)
    return [row for row in typed if row]


def _people_by_seat(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Everybody in the order in which they sit: partners opposite each other."""
    if any(len(row) > 1 for row in rows):
        return [row[place] if place < len(row) else "" for place in range(PAIR_SIZE) for row in rows]
    return [name for row in rows for name in row]


def _known_people(last: Session | None) -> list[str]:
    """Who is offered in the form: those of the last evening who have not left, else who has told a name."""
    if last is None:
        return [phone.name for phone in context().phones.all() if phone.name]
    return _people_by_seat([last.people[player] for player in last.present])


def _rows_for(rules: Game, people: Sequence[str]) -> list[tuple[str, ...]]:
    """The rows of the form for these people by seat."""
    if rules.people_per_seat == 1:
        return [(name,) for name in people if name]
    return list(pairs_across([*people, *[""] * (len(people) % PAIR_SIZE)]))


def _parse_options(rules: Game, fields: MultiDict[str, str]) -> dict[str, object]:
    """The house rules of the form. Values are JSON. A number typed beside a list of values takes precedence."""
    options: dict[str, object] = {}
    for option in rules.options:
        text = fields.get(f"n.{option.key}") or fields.get(f"o.{option.key}")
        if not text and (amounts := typed_amounts(option, fields)):
            options[option.key] = amounts
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
