"""Pages of past evenings: the list, one evening, and the way back into it."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.texts import Text
from web.archive.rounds import describe_rounds
from web.context import context
from web.following.round_record import unpack_record
from web.http.navigation import NavEntry
from web.i18n.script_messages import replay_messages
from web.request.auth import (
    change_request,
    current_phone_id,
    has_rounds_at_stake,
    host_only,
    is_host,
    require_pin,
)
from web.session.history import summarize_evening

BLUEPRINT = Blueprint("evenings", __name__)
PLACES = (
    NavEntry(
        "/evenings",
        Text("Past evenings", "これまでの会"),
        57,
        sign="夜",
        description=Text("Open, export or continue one.", "見る、書き出す、続きをする。"),
    ),
)


@BLUEPRINT.get("/evenings")
def page() -> str:
    """The list of evenings, newest first. `before`: those before the one of that ID."""
    return _render_list()


@BLUEPRINT.get("/evenings/<int:number>")
def one(number: int) -> str:
    """One evening: its result, its best hands and its rounds."""
    return _render_one(number)


@BLUEPRINT.post("/evenings/<int:number>/continue")
@host_only
def continue_form(number: int) -> Response | tuple[str, int]:
    """Go on with an evening from its page."""
    form = request.form
    change = {"version": form.get("version", type=int), "key": form.get("key")}
    try:
        if has_rounds_at_stake():
            require_pin(form.get("pin"))
        context().service.continue_evening(number, change_request(change))
    except Refusal as refusal:
        return _render_list(refusal), 422
    return redirect(url_for("main.page"))


def _render_list(refusal: Refusal | None = None) -> str:
    ctx = context()
    before = request.args.get("before", type=int)
    records, more = ctx.archive.page(before)
    return render_template(
        "evenings.html", refusal=refusal, records=records, more=more, games=games(), **_continue_fields()
    )


def _render_one(number: int) -> str:
    ctx = context()
    session = ctx.archive.session(number)
    entries = list(ctx.store.entries(number))
    times = {entry.version: entry.at for entry in entries}
    return render_template(
        "evening.html",
        number=number,
        session=session,
        began=times[1],
        tally=summarize_evening(session),
        rounds=describe_rounds(session, times),
        followed={entry.version for entry in entries if unpack_record(entry.body.get("record"))},
        messages=replay_messages(),
        games=games(),
        faces={code: face for deck in decks().values() for code, face in deck.faces.items()},
        classes=[{each.key: each.name for each in game.rules.classes} for game in session.games],
        **_continue_fields(),
    )


def _continue_fields() -> dict[str, object]:
    """What the buttons to go on with an evening need."""
    service = context().service
    current = service.session
    return {
        "host": is_host(),
        "current": service.evening_id,
        "running": current is not None and not current.closed,
        "asks_pin": has_rounds_at_stake() and not context().phones.has_recent_pin(current_phone_id()),
        "version": service.version,
        "key": secrets.token_hex(12),
    }
