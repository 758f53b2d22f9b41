"""Seats: people come late, leave, come back, change places. JSON for the script, plain forms for the page."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.http.navigation import Place
from web.request.auth import asked, change, host_only, is_host
from web.session.moving import MOVES

BLUEPRINT = Blueprint("seats", __name__)
PLACES = (
    Place(
        "/seats",
        Text("Seats", "席"),
        50,
        says=Text("who sits where; come late, leave, change places", "誰がどこに。途中から入る、抜ける、席を替わる"),
    ),
)


@BLUEPRINT.post("/api/seats/<move>")
@host_only
def move(move: str) -> dict[str, Any]:
    """`join` (`player`, `stones`, `place`), `leave` (`player`) or `swap` (`one`, `other`)."""
    data = asked()
    return _moved(move, data)


@BLUEPRINT.get("/seats")
def seats() -> str:
    """Who sits where, and what a host may change about it."""
    return _page()


@BLUEPRINT.post("/seats/<move>")
@host_only
def moved(move: str) -> Response | tuple[str, int]:
    """The same from a form."""
    form = request.form
    numbers = {key: form.get(key, type=int) for key in ("version", "stones", "place")}
    try:
        _moved(move, {**form.to_dict(), **numbers})
    except Refusal as refusal:
        return _page(refusal), 422
    return redirect(url_for("seats.seats"))


def _moved(move: str, data: dict[str, Any]) -> dict[str, Any]:
    make = MOVES.get(move)
    if make is None:
        raise Refusal("not_found", Text("there is nothing here", "ここには何もありません"))
    return companion().room.write(lambda session: make(session, data), change(data))


def _page(refusal: Refusal | None = None) -> str:
    room = companion().room
    session = room.session
    if session is None:
        return render_template("seats.html", refusal=refusal, session=None)
    here = [at for at in range(len(session.players)) if at in session.present]
    allowed = session.rules.seats_for(session.options)
    return render_template(
        "seats.html",
        refusal=refusal,
        session=session,
        here=here,
        away=[at for at in range(len(session.players)) if at not in here],
        game=session.rules,
        start=session.rules.start_stones(session.options),
        few=allowed[0],
        many=allowed[-1],
        host=is_host() and not session.closed,
        version=room.version,
        key=secrets.token_hex(12),
    )
