"""Pictures: taken by a phone or by the table's own camera, read by the scanner, given to hands."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.camera.play_area import cloth_of
from web.companion import Seen, companion
from web.request.auth import address, asked, host_only
from web.request.evening_start import deck_read
from web.session.draft import Picture
from web.system.network import own

BLUEPRINT = Blueprint("look", __name__, url_prefix="/api")


@BLUEPRINT.post("/picture")
@host_only
def picture() -> dict[str, Any]:
    """Reads the picture that is the request's body. `?to=`: the hand it shows; without, the whole table."""
    table = companion()
    if not own(address()) and not table.uploads.take(address()):
        raise Refusal(
            "too_many_tries",
            Text("too many pictures at once; wait a little", "写真が続きすぎています。少し待ってください"),
        )
    version = table.room.version
    seen = table.eyes.read(request.get_data(), deck_read())
    return _given(version, seen, request.args.get("to"))


@BLUEPRINT.post("/look")
@host_only
def look() -> dict[str, Any]:
    """Reads what lies on the table now. `to` in the request: the hand it shows; without, the whole table."""
    data, table = asked(), companion()
    seen = table.eyes.look(deck_read(), cloth=cloth_of(table.store, table.settings.source))
    return _given(data.get("version"), seen, data.get("to"))


def _given(version: object, seen: Seen, to: str | None) -> dict[str, Any]:
    table = companion()
    table.room.see(version, Picture(table.pictures.keep(seen.jpeg), seen.read), to)
    return {"cards": len(seen.read.cards), "read": seen.read.as_json()}
