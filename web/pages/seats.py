"""The seats page: who sits where, and forms to change it."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry
from web.request.auth import change_request, host_only, is_host
from web.session.validators import seat_move

BLUEPRINT = Blueprint("seats_page", __name__)
PLACES = (
    NavEntry(
        "/seats",
        Text("Seats", "席"),
        50,
        sign="席",
        description=Text(
            "Who sits where: arrive late, leave, swap seats, take more stones.",
            "誰がどこに。途中から入る、抜ける、席を替わる、石を足す",
        ),
    ),
)


@BLUEPRINT.get("/seats")
def seats() -> str:
    """The page of who sits where, with what a host may change."""
    return _render_page()


@BLUEPRINT.post("/seats/<move>")
@host_only
def move_form(move: str) -> Response | tuple[str, int]:
    """Change the seats from a form: join, leave, swap or buy."""
    form = request.form
    numbers = {key: form.get(key, type=int) for key in ("version", "stones", "place")}
    try:
        make_event, data = seat_move(move), {**form.to_dict(), **numbers}
        context().service.write(lambda session: make_event(session, data), change_request(data))
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("seats_page.seats"))


def _render_page(refusal: Refusal | None = None) -> str:
    service = context().service
    session = service.session
    if session is None:
        return render_template("seats.html", refusal=refusal, session=None)
    present = [player for player in range(len(session.players)) if player in session.present]
    seats = session.rules.seats_for(session.options)
    return render_template(
        "seats.html",
        refusal=refusal,
        session=session,
        asking=context().seat_requests.names(),
        here=present,
        away=[player for player in range(len(session.players)) if player not in present],
        game=session.rules,
        poorest=min((session.stones[player] for player in present), default=0),
        start=session.rules.start_stones(session.options),
        fewest=seats[0],
        most=seats[-1],
        host=is_host() and not session.closed,
        version=service.version,
        key=secrets.token_hex(12),
    )
