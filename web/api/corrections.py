"""Corrections kept to improve the enrolled deck: whether, and away with them. How many there are, the state tells."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.request.auth import asked, host_only
from web.request.snapshot import line

BLUEPRINT = Blueprint("corrections", __name__, url_prefix="/api/corrections")


@BLUEPRINT.post("")
@host_only
def want() -> dict[str, Any]:
    """Whether corrected cards are kept from now on: `on`."""
    on = asked().get("on")
    if not isinstance(on, bool):
        raise Refusal("bad_request", Text("`on` must be true or false", "on は true か false で送ってください"))
    companion().corrections.want(on=on)
    return _told()


@BLUEPRINT.post("/forget")
@host_only
def forget() -> dict[str, Any]:
    """Deletes the pictures kept of the deck that is played with."""
    companion().corrections.forget()
    return _told()


def _told() -> dict[str, Any]:
    table = companion()
    with table.room.lock:
        table.hub.publish(line(table))
    return {"corrections": table.corrections.as_json()}
