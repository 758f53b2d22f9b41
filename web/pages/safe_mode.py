"""Safe mode, and the way out of it: the host tries the camera again."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response

from web.context import context
from web.request.auth import host_only
from web.request.snapshot import publish_snapshot

BLUEPRINT = Blueprint("safe", __name__)


@BLUEPRINT.app_context_processor
def _safe_mode_flag() -> dict[str, bool]:
    """Whether this table runs in safe mode, for templates."""
    return {"safe": context().settings.crash_guard.is_safe_mode}


@BLUEPRINT.post("/more/unsafe")
@host_only
def leave_safe_mode() -> Response:
    """Leave safe mode: restart the scanner with the table's own camera."""
    ctx = context()
    if ctx.settings.crash_guard.is_safe_mode:
        ctx.settings.crash_guard.leave_safe_mode()
        ctx.scanner.switch_source(ctx.settings.source)
        publish_snapshot(ctx)
    return redirect(url_for("more.more"))
