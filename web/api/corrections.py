"""Routes of the recording of corrected cards: switch it, delete them.

The state has how many there are.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import host_only
from web.request.snapshot import publish_snapshot

BLUEPRINT = Blueprint("corrections", __name__, url_prefix="/api/corrections")


@BLUEPRINT.post("", endpoint="want")
@host_only
def set_enabled() -> dict[str, Any]:
    """Record corrected cards from now on, or no longer: `on`."""
    context().corrections.set_enabled(on=json_body()["on"])
    return _publish()


@BLUEPRINT.post("/forget")
@host_only
def forget() -> dict[str, Any]:
    """Delete the cards recorded for the deck in play."""
    context().corrections.delete_all()
    return _publish()


def _publish() -> dict[str, Any]:
    ctx = context()
    publish_snapshot(ctx)
    return {"corrections": ctx.corrections.as_json()}
