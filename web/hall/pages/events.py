"""The events of the hall: list, new one, one live, sheet, big screen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.games import game as find_game
from scorer.games import games
from scorer.json_input import parse_json
from scorer.rules.options import Option
from scorer.texts import Text
from web.hall.context import hall, require_referee
from web.hall.events.event_store import LISTED_EVENTS, EventPlan
from web.hall.events.event_view import event_detail
from web.hall.events.standings import SCORINGS
from web.hall.forms import whole_number
from web.hall.messages import hall_messages
from web.http.navigation import NavEntry
from web.http.preferences import THEME
from web.request.rule_sets import typed_amounts
from web.session.validators import DEFAULT_GAME

BLUEPRINT = Blueprint("hall_events", __name__, url_prefix="/events")
PLACES = (NavEntry("/events", Text("Events", "大会"), 20, "会"),)


@BLUEPRINT.get("")
def events() -> str:
    """The newest events, or those before the one numbered `before`."""
    found = hall().events.all(whole_number(request.args, "before"))
    earlier = found[-1]["event"] if len(found) == LISTED_EVENTS else None
    return render_template("hall/events.html", events=found, earlier=earlier, games=games())


@BLUEPRINT.get("/new")
def new() -> str:
    """What is to be fixed of a new event, under the rules of one game."""
    require_referee()
    return _render_form()


@BLUEPRINT.post("")
def create() -> Response | tuple[str, int]:
    """Make an event."""
    require_referee()
    form = request.form
    try:
        rules = find_game(form.get("game"))
        plan = EventPlan(
            form.get("name", ""),
            rules.key,
            {option.key: value for option in rules.options if (value := _chosen(option)) is not None},
            form.get("size", 0, int),
            form.get("scoring", ""),
            form.get("rounds", 0, int),
            form.get("minutes", 0, int),
        )
        number = hall().events.create(plan)
    except Refusal as refusal:
        return _render_form(refusal), 422
    return redirect(url_for("hall_event_referee.page", event=number))


@BLUEPRINT.get("/<int:event>")
def page(event: int) -> str:
    """One event, live."""
    detail = event_detail(hall().events.load(event))
    return render_template("hall/event.html", event=detail, messages=hall_messages())


@BLUEPRINT.get("/<int:event>/sheet")
def sheet(event: int) -> str:
    """Standings, rounds and house rules on paper."""
    detail = event_detail(hall().events.load(event))
    rules = find_game(detail["game"])
    lines = [(option.label, option.word(detail["options"][option.key])) for option in rules.options]
    counts = SCORINGS[detail["scoring"]]
    return render_template("hall/event-sheet.html", event=detail, game=rules.name, counts=counts, options=lines)


@BLUEPRINT.get("/<int:event>/tv")
def tv(event: int) -> str:
    """One event on a television or projector. `theme=light` or `dark` sets its theme."""
    theme = request.args.get("theme", "")
    return render_template(
        "hall/event-tv.html",
        event=event_detail(hall().events.load(event)),
        messages=hall_messages(),
        theme=theme if theme in THEME.values else "dark",
        address=f"{hall().settings.url}events/{event}",
    )


def _render_form(refusal: Refusal | None = None) -> str:
    key = request.values.get("game", DEFAULT_GAME)
    rules = games().get(key, games()[DEFAULT_GAME])
    return render_template(
        "hall/event-new.html",
        refusal=refusal,
        games=games(),
        rules=rules,
        sizes=[size for size in rules.seats if size > 1],
        scorings=SCORINGS,
        given=request.form,
        usual=rules.resolve_options({}),
        typed_amounts=typed_amounts,
    )


def _chosen(option: Option) -> Any:
    """The value that the form chose for a house rule, None for none. Whether it may be is up to the rules."""
    if option.amount_keys:
        return typed_amounts(option, request.form, "option.")
    typed = request.form.get(f"number.{option.key}", "").strip()
    text = typed or request.form.get(f"option.{option.key}", "")
    return parse_json(text) if text else None
