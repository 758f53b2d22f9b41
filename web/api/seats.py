"""Routes of the seats: ask for one, join late, leave, change places."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import change_request, current_phone_id, host_only
from web.session.validators import seat_move

BLUEPRINT = Blueprint("seats", __name__)


@BLUEPRINT.post("/api/seats/ask")
def ask() -> dict[str, Any]:
    """Ask the host for a seat, under the name of this phone. `/api/seats/join` gives it."""
    context().seat_requests.ask(current_phone_id())
    return {"told": True}


@BLUEPRINT.post("/api/seats/decline")
@host_only
def decline() -> dict[str, Any]:
    """Drop what `player` asked for."""
    context().seat_requests.decline(json_body()["player"])
    return {"told": True}


@BLUEPRINT.post("/api/seats/<move>")
@host_only
def move(move: str) -> dict[str, Any]:
    """Change the seats, or the stones of somebody seated.

    `join` (`player`, `stones`, `place`), `leave` (`player`), `swap` (`one`, `other`), `buy` (`player`, `stones`).
    """
    data = json_body()
    make_event = seat_move(move)
    return context().service.write(lambda session: make_event(session, data), change_request(data))
