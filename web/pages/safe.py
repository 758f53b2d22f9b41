"""Safe mode, and the way out of it: the host tries the camera again."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from web.companion import companion
from web.request.auth import host_only
from web.request.snapshot import line

BLUEPRINT = Blueprint("safe", __name__)


@BLUEPRINT.app_context_processor
def _safe() -> dict[str, bool]:
    """For templates: whether this table runs in safe mode."""
    return {"safe": companion().settings.starts.safe}


@BLUEPRINT.post("/more/unsafe")
@host_only
def leave() -> Response:
    """Leaves safe mode: the scanner is started anew with the table's own camera."""
    table = companion()
    if table.settings.starts.safe:
        table.settings.starts.leave()
        table.eyes.use(table.settings.source)
        with table.room.lock:
            table.hub.publish(line(table))
    return redirect(url_for("more.more"))
