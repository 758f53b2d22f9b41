"""Routes of the calibration wizard: camera, light and cloth measured."""

from __future__ import annotations

import io
from typing import Any

from flask import Blueprint, Response, request, send_file

from scorer.decks import require_kind
from web.access.request_size import takes_file
from web.context import context
from web.openapi.request_check import json_body
from web.refusals import no_picture_yet
from web.request.auth import host_only, require_upload_allowance

BLUEPRINT = Blueprint("calibrate", __name__)


@BLUEPRINT.get("/api/calibration")
@host_only
def state() -> dict[str, Any]:
    """The last measurement, the stored one, and whether the table has a camera of its own."""
    calibration = context().calibration
    return {
        "measured": calibration.measurement,
        "number": calibration.picture_count,
        "kept": calibration.saved,
        "camera": context().settings.has_camera,
    }


@BLUEPRINT.post("/api/calibration/look", endpoint="look")
@takes_file
@host_only
def measure() -> dict[str, Any]:
    """Measure the picture in the body, or the table's own when the body is JSON. `kind`: the deck of its card."""
    ctx = context()
    kind = require_kind(request.args.get("kind", "hanafuda"))
    body = b"" if request.is_json else request.get_data()
    if body:
        require_upload_allowance()
    ctx.calibration.measure(body, kind)
    return state()


@BLUEPRINT.post("/api/calibration", endpoint="keep")
@host_only
def save() -> dict[str, Any]:
    """Store the last measurement, and how many `seats` the table has."""
    context().calibration.save(json_body().get("seats"))
    return state()


@BLUEPRINT.get("/calibrate/seen.jpg")
@host_only
def last_picture() -> Response:
    """The picture measured last."""
    jpeg = context().calibration.jpeg
    if not jpeg:
        raise no_picture_yet()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")
