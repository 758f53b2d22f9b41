"""Routes of the watched table: its picture, zones, automatic hands."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, request, send_file, session

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import host_only
from web.request.snapshot import publish_snapshot
from web.session.seat_zones import save_zones

BLUEPRINT = Blueprint("tabletop", __name__, url_prefix="/api/tabletop")


@BLUEPRINT.get("")
def tabletop() -> dict[str, Any]:
    """What lies on the table now and what changed last. Each request keeps the watch going for some seconds."""
    ctx = context()
    ctx.watched_table.note_viewer()
    return ctx.watched_table.as_json()


@BLUEPRINT.get("/live.jpg")
def live() -> Response:
    """A small picture of the table now, for phones that have opened its page. Each request keeps it coming."""
    ctx = context()
    if "phone" not in session:
        raise _no_live_picture()
    ctx.watched_table.note_viewer()
    jpeg = ctx.scanner.live_jpeg
    if not jpeg:
        raise _no_live_picture()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")


@BLUEPRINT.post("/shown", endpoint="shown")
@host_only
def capture_when_still() -> dict[str, Any]:
    """Take the hands as soon as the table is still, because all are shown; `replace` as for a picture."""
    context().camera.require()
    filled = context().watched_table.fill_when_still(replace=_may_replace())
    publish_snapshot(context())
    return {"filled": filled}


@BLUEPRINT.post("/automatic")
@host_only
def automatic() -> dict[str, Any]:
    """Take hands whenever the table is still and all of them are there, or no longer: `on`."""
    context().watched_table.set_automatic(automatic=json_body()["on"])
    publish_snapshot(context())
    return {"told": True}


@BLUEPRINT.post("/zones")
@host_only
def zones() -> dict[str, Any]:
    """Store where everybody sits: `zones`, [x, y, width, height] a player, the middle last. Null: round the table."""
    ctx = context()
    evening = ctx.service.require_session()
    save_zones(len(evening.players), json_body().get("zones"), ctx.store)
    publish_snapshot(ctx)
    return {"told": True}


def _may_replace() -> bool:
    """Whether the body, which earlier programs leave out, says `replace`."""
    try:
        body = parse_json(request.get_data()) if request.is_json else None
    except Refusal:
        return False
    return isinstance(body, dict) and body.get("replace") is True


def _no_live_picture() -> Refusal:
    return Refusal("not_found", Text("There is no live picture now", "いまはライブ画像がありません"))
