"""The evening: opening it, telling a round, booking it, undoing it, closing it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.companion import companion
from web.names import names
from web.who import asked, expected, host_only, phone

BLUEPRINT = Blueprint("evening", __name__, url_prefix="/api")


@BLUEPRINT.post("/evening")
@host_only
def open_evening() -> dict[str, Any]:
    """Starts an evening: `game`, `players` in seat order, and if wanted `deck`, `options`, `stones`."""
    data = asked()
    version, key = expected(data)
    opening = {
        "game": data.get("game"),
        "players": names(data.get("players")),
        "deck": data.get("deck"),
        "options": data.get("options") or {},
        "stones": data.get("stones"),
    }
    return companion().room.open(opening, version, key, phone())


@BLUEPRINT.post("/draft")
@host_only
def draft() -> dict[str, Any]:
    """Tells part of the round: `answers` by the path of the ask; null takes one back."""
    data = asked()
    return companion().room.tell(data.get("version"), data.get("answers"))


@BLUEPRINT.post("/draft/clear")
@host_only
def clear() -> dict[str, Any]:
    """Forgets what was told of the round."""
    return companion().room.forget(asked().get("version"))


@BLUEPRINT.post("/preview")
def preview() -> dict[str, Any]:
    """What a round with these `answers` would settle; nothing is kept."""
    return {"settlement": companion().room.preview(asked().get("answers")).as_json()}


@BLUEPRINT.post("/rounds")
@host_only
def book() -> dict[str, Any]:
    """Books the round with these `answers`, once per `key`, and only if `version` is still the newest."""
    data = asked()
    version, key = expected(data)
    return companion().room.book(data.get("answers"), version, key, phone())


@BLUEPRINT.post("/undo")
@host_only
def undo() -> dict[str, Any]:
    """Undoes the last round that counts, by an entry that takes it back."""
    version, key = expected(asked())
    return companion().room.undo(version, key, phone())


@BLUEPRINT.post("/redo")
@host_only
def redo() -> dict[str, Any]:
    """Takes the last undoing back."""
    version, key = expected(asked())
    return companion().room.redo(version, key, phone())


@BLUEPRINT.post("/close")
@host_only
def close() -> dict[str, Any]:
    """Ends the evening."""
    version, key = expected(asked())
    return companion().room.close(version, key, phone())
