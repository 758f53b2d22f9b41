"""The live table: its picture while somebody looks, the places people sit at, hands that fill when it is still."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, send_file, session

from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.table_follower import no_live
from web.companion import companion
from web.request.auth import asked, host_only
from web.request.snapshot import line
from web.session.seat_zones import keep

BLUEPRINT = Blueprint("tabletop", __name__, url_prefix="/api/tabletop")


@BLUEPRINT.get("")
def tabletop() -> dict[str, Any]:
    """What lies on the table now and what changed last; asking keeps the watch going for some seconds."""
    table = companion()
    table.lookout.looked()
    return table.lookout.as_json()


@BLUEPRINT.get("/live.jpg")
def live() -> Response:
    """A small picture of the table as it is now, for phones that have opened its page; asking keeps it coming."""
    table = companion()
    if "phone" not in session:
        raise no_live()
    table.lookout.looked()
    jpeg = table.eyes.live
    if not jpeg:
        raise no_live()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")


@BLUEPRINT.post("/shown")
@host_only
def shown() -> dict[str, Any]:
    """All hands are shown: they are taken as soon as the table is still."""
    filled = companion().lookout.show()
    _tell()
    return {"filled": filled}


@BLUEPRINT.post("/automatic")
@host_only
def automatic() -> dict[str, Any]:
    """Whether hands are taken by themselves whenever the table is still and all of them are there: `on`."""
    companion().lookout.follow(automatic=_on())
    _tell()
    return {"told": True}


@BLUEPRINT.post("/zones")
@host_only
def zones() -> dict[str, Any]:
    """Where everybody sits: `zones`, [x, y, width, height] a player and the middle last; null: all round the table."""
    table = companion()
    playing = table.room.session
    if playing is None:
        raise Refusal("no_evening", Text("no evening has been started", "まだ始まっていません"))
    keep(len(playing.players), asked().get("zones"), table.store)
    _tell()
    return {"told": True}


def _on() -> bool:
    on = asked().get("on")
    if not isinstance(on, bool):
        raise Refusal("bad_request", Text("`on` must be true or false", "on は true か false で送ってください"))
    return on


def _tell() -> None:
    table = companion()
    with table.room.lock:
        table.hub.publish(line(table))
