"""The live table: its picture while somebody looks, the places people sit at, hands that fill when it is still."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, send_file, session

from scorer.errors import Refusal
from scorer.texts import Text
from web.context import context
from web.request.auth import host_only, json_body, require_switch
from web.request.snapshot import encode_snapshot
from web.session.seat_zones import save_zones

BLUEPRINT = Blueprint("tabletop", __name__, url_prefix="/api/tabletop")


@BLUEPRINT.get("")
def tabletop() -> dict[str, Any]:
    """What lies on the table now and what changed last; asking keeps the watch going for some seconds."""
    table = context()
    table.follower.note_viewer()
    return table.follower.as_json()


@BLUEPRINT.get("/live.jpg")
def live() -> Response:
    """A small picture of the table as it is now, for phones that have opened its page; asking keeps it coming."""
    table = context()
    if "phone" not in session:
        raise _no_live_picture()
    table.follower.note_viewer()
    jpeg = table.scanner.live_jpeg
    if not jpeg:
        raise _no_live_picture()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")


@BLUEPRINT.post("/shown", endpoint="shown")
@host_only
def capture_when_still() -> dict[str, Any]:
    """All hands are shown: they are taken as soon as the table is still."""
    filled = context().follower.fill_when_still()
    _publish()
    return {"filled": filled}


@BLUEPRINT.post("/automatic")
@host_only
def automatic() -> dict[str, Any]:
    """Whether hands are taken by themselves whenever the table is still and all of them are there: `on`."""
    context().follower.set_automatic(automatic=require_switch())
    _publish()
    return {"told": True}


@BLUEPRINT.post("/zones")
@host_only
def zones() -> dict[str, Any]:
    """Where everybody sits: `zones`, [x, y, width, height] a player and the middle last; null: all round the table."""
    table = context()
    playing = table.service.require_session()
    save_zones(len(playing.players), json_body().get("zones"), table.store)
    _publish()
    return {"told": True}


def _no_live_picture() -> Refusal:
    return Refusal("not_found", Text("there is no live picture now", "いまはライブ画像がありません"))


def _publish() -> None:
    table = context()
    with table.service.lock:
        table.hub.publish(encode_snapshot(table))
