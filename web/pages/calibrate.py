"""The page of the calibration wizard."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.wrappers import Response as Answer

from scanner.seat_zones import MAX_SEATS
from scorer.decks import decks
from scorer.texts import Text
from web.access.roles import HOST
from web.context import context
from web.http.navigation import NavEntry
from web.pages.host import redirect_to_host_form
from web.request.auth import is_host

BLUEPRINT = Blueprint("calibrate_page", __name__)
PLACES = (
    NavEntry(
        "/calibrate",
        Text("Set up camera and light", "カメラと明かりの調整"),
        55,
        sign="鏡",
        description=Text("Focus, light, glare, cloth, size of cards.", "ピント・明るさ・照り返し・布・札の大きさ。"),
        roles=frozenset({HOST}),
    ),
)


@BLUEPRINT.get("/calibrate")
def page() -> str | Answer:
    """The wizard's page. Guests are redirected to the PIN."""
    if not is_host():
        return redirect_to_host_form("/calibrate")
    session = context().service.session
    return render_template(
        "calibrate.html",
        kinds=decks().values(),
        kind=session.deck if session else "hanafuda",
        seats=len(session.players) if session else 4,
        most=MAX_SEATS,
    )
