"""Corrections kept to improve the enrolled deck: whether, and away with them. How many there are, the state tells."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.request.auth import host_only, require_switch
from web.request.snapshot import encode_snapshot

BLUEPRINT = Blueprint("corrections", __name__, url_prefix="/api/corrections")


@BLUEPRINT.post("", endpoint="want")
@host_only
def set_enabled() -> dict[str, Any]:
    """Whether corrected cards are kept from now on: `on`."""
    context().corrections.set_enabled(on=require_switch())
    return _publish()


@BLUEPRINT.post("/forget")
@host_only
def forget() -> dict[str, Any]:
    """Deletes the pictures kept of the deck that is played with."""
    context().corrections.delete_all()
    return _publish()


def _publish() -> dict[str, Any]:
    table = context()
    with table.service.lock:
        table.hub.publish(encode_snapshot(table))
    return {"corrections": table.corrections.as_json()}
