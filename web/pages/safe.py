"""Safe mode, and the way out of it: the host tries the camera again."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from web.context import context
from web.request.auth import host_only
from web.request.snapshot import encode_snapshot

BLUEPRINT = Blueprint("safe", __name__)


@BLUEPRINT.app_context_processor
def _safe_mode_flag() -> dict[str, bool]:
    """For templates: whether this table runs in safe mode."""
    return {"safe": context().settings.crash_guard.is_safe_mode}


@BLUEPRINT.post("/more/unsafe")
@host_only
def leave_safe_mode() -> Response:
    """Leaves safe mode: the scanner is started anew with the table's own camera."""
    table = context()
    if table.settings.crash_guard.is_safe_mode:
        table.settings.crash_guard.leave_safe_mode()
        table.scanner.switch_source(table.settings.source)
        with table.service.lock:
            table.hub.publish(encode_snapshot(table))
    return redirect(url_for("more.more"))
