"""Routes that read a picture, from a phone or the camera, into hands."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from scanner.doubt_texts import ISSUE_TEXTS
from scanner.worker.client import AnnotatedPicture
from web.access.request_size import takes_file
from web.camera.play_area import load_play_area
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import client_address, host_only, require_answer_permission, require_upload_allowance
from web.request.evening_start import current_deck
from web.session.draft_cards import Picture
from web.system.network import is_own_address

BLUEPRINT = Blueprint("look", __name__, url_prefix="/api")


@BLUEPRINT.post("/picture")
@takes_file
def picture() -> dict[str, Any]:
    """Read the picture in the body. `to`: the hand it shows, without it the whole table.

    A host may read every hand, a player the own one. Where cards entered by hand would be replaced it is refused with
    `hands_entered`, unless `replace` says so.
    """
    ctx = context()
    require_answer_permission({request.args.get("to"): []})
    if not is_own_address(client_address()):
        require_upload_allowance()
    version, to, replace = ctx.service.version, request.args.get("to"), request.args.get("replace") == "true"
    capture = ctx.scanner.read_upload(request.get_data(), current_deck())
    return _add_to_draft(version, capture, to, replace=replace)


@BLUEPRINT.post("/look")
@host_only
def look() -> dict[str, Any]:
    """Read what lies on the table now. `to`: the hand to fill, else all of them; `replace` as for a picture."""
    data, ctx = json_body(), context()
    ctx.camera.require()
    replace = data.get("replace") is True
    capture = ctx.scanner.capture_and_read(current_deck(), play_area=load_play_area(ctx.store, ctx.settings.source))
    return _add_to_draft(data.get("version"), capture, data.get("to"), replace=replace)


def _add_to_draft(
    version: object, capture: AnnotatedPicture, hand_path: str | None, *, replace: bool
) -> dict[str, Any]:
    ctx = context()
    picture = Picture(ctx.pictures.add(capture.jpeg), capture.read)
    ctx.service.add_picture(version, picture, hand_path, replace=replace)
    issue = ISSUE_TEXTS.get(capture.read.issue)
    return {"cards": len(capture.read.cards), "read": capture.read.as_json(), "advice": issue and issue.as_json()}
