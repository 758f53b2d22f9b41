"""The calibrate wizard: camera, lamps and cloth measured while they are being set right."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from scanner.seat_zones import MOST_SEATS
from scorer.discover import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.calibration import kept, walk
from web.companion import companion
from web.http.navigation import HOST, Place
from web.request.auth import address, asked, host_only, is_host

BLUEPRINT = Blueprint("calibrate", __name__)
PLACES = (
    Place(
        "/calibrate",
        Text("Set up camera and light", "カメラと明かりの調整"),
        55,
        says=Text("focus, light, glare, cloth, card size", "ピント・明るさ・照り返し・布・札の大きさ"),
        roles=frozenset({HOST}),
    ),
)


@BLUEPRINT.get("/calibrate")
def page() -> str | Answer:
    """The wizard's page; guests are sent to the PIN."""
    if not is_host():
        return redirect(url_for("more.more"))
    session = companion().room.session
    return render_template(
        "calibrate.html",
        kinds=decks().values(),
        kind=session.deck if session else "hanafuda",
        seats=len(session.players) if session else 4,
        most=MOST_SEATS,
    )


@BLUEPRINT.get("/api/calibration")
@host_only
def state() -> dict[str, Any]:
    """What was measured last, what is kept, whether there is a camera of the table itself."""
    seen = walk()
    return {
        "measured": seen.measured,
        "number": seen.number,
        "kept": kept(),
        "camera": companion().settings.camera,
    }


@BLUEPRINT.post("/api/calibration/look")
@host_only
def look() -> dict[str, Any]:
    """Measures the picture that is the body, or the table's own when it is JSON. `?kind=`: the card in the middle."""
    table = companion()
    kind = request.args.get("kind", "hanafuda")
    if kind not in decks():
        raise Refusal("wrong_deck", Text("there is no such deck", "その種類の札はありません"))
    body = b"" if request.is_json else request.get_data()
    if body and not table.uploads.take(address()):
        raise Refusal(
            "too_many_tries",
            Text("too many pictures at once; wait a little", "写真が続きすぎています。少し待ってください"),
        )
    walk().look(table, body, kind)
    return state()


@BLUEPRINT.post("/api/calibration")
@host_only
def keep() -> dict[str, Any]:
    """Keeps what was measured last, and how many `seats` the table has."""
    walk().keep(companion(), asked().get("seats"))
    return state()


@BLUEPRINT.get("/calibrate/seen.jpg")
@host_only
def seen() -> Response:
    """The picture measured last."""
    jpeg = walk().jpeg
    if not jpeg:
        raise Refusal("not_found", Text("there is no picture yet", "まだ写真がありません"))
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")
