"""Routes of the seats: join late, leave, change places."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import change_request, host_only
from web.session.validators import seat_move

BLUEPRINT = Blueprint("seats", __name__)


@BLUEPRINT.post("/api/seats/<move>")
@host_only
def move(move: str) -> dict[str, Any]:
    """Change the seats, or the stones of somebody seated.

    `join` (`player`, `stones`, `place`), `leave` (`player`), `swap` (`one`, `other`), `buy` (`player`, `stones`).
    """
    data = json_body()
    make_event = seat_move(move)
    return context().service.write(lambda session: make_event(session, data), change_request(data))
