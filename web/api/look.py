"""Pictures: taken by a phone or by the table's own camera, read by the scanner, given to hands."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from web.camera.play_area import load_play_area
from web.context import context
from web.ports import AnnotatedPicture
from web.request.auth import client_address, host_only, json_body, require_upload_allowance
from web.request.evening_start import current_deck
from web.session.draft import Picture
from web.system.network import is_own_address

BLUEPRINT = Blueprint("look", __name__, url_prefix="/api")


@BLUEPRINT.post("/picture")
@host_only
def picture() -> dict[str, Any]:
    """Reads the picture that is the request's body. `?to=`: the hand it shows; without, the whole table."""
    table = context()
    if not is_own_address(client_address()):
        require_upload_allowance()
    version = table.service.version
    seen = table.scanner.read_upload(request.get_data(), current_deck())
    return _add_to_draft(version, seen, request.args.get("to"))


@BLUEPRINT.post("/look")
@host_only
def look() -> dict[str, Any]:
    """Reads what lies on the table now. `to` in the request: the hand it shows; without, the whole table."""
    data, table = json_body(), context()
    seen = table.scanner.capture_and_read(current_deck(), play_area=load_play_area(table.store, table.settings.source))
    return _add_to_draft(data.get("version"), seen, data.get("to"))


def _add_to_draft(version: object, seen: AnnotatedPicture, to: str | None) -> dict[str, Any]:
    table = context()
    table.service.add_picture(version, Picture(table.pictures.add(seen.jpeg), seen.read), to)
    return {"cards": len(seen.read.cards), "read": seen.read.as_json()}
