"""The evening: opening it, telling a round, booking it, undoing and correcting it, another game, closing it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.request import evening_start
from web.request.auth import asked, change, host_only, may_tell, pin_again, rounds_at_stake

BLUEPRINT = Blueprint("evening", __name__, url_prefix="/api")


@BLUEPRINT.post("/evening")
@host_only
def open_evening() -> dict[str, Any]:
    """Starts an evening: `game`, `players` by seat; `deck` (a kind or an enrolled one), `options`, `stones`."""
    data = asked()
    if rounds_at_stake():
        pin_again(data.get("pin"))
    return evening_start.open_evening(data, change(data))


@BLUEPRINT.post("/game")
@host_only
def begin_game() -> dict[str, Any]:
    """Starts another game in the same evening: the fields of an evening, and if wanted the `dealer`'s place."""
    data = asked()
    return evening_start.begin_game(data, change(data))


@BLUEPRINT.post("/draft")
def draft() -> dict[str, Any]:
    """Tells part of the round: `answers` by the path of the ask; null takes one back. Players tell their own cards."""
    data = asked()
    may_tell(data.get("answers"))
    table = companion()
    before = table.room.draft
    table.room.tell(data.get("version"), data.get("answers"))
    table.corrections.note(before, table.room.draft)
    return {"told": True}


@BLUEPRINT.post("/draft/give")
@host_only
def give() -> dict[str, Any]:
    """Gives the card at place `read` of the picture to the hand `to`, or takes it back from there."""
    data = asked()
    companion().room.point(data.get("version"), data.get("read"), data.get("to"))
    return {"told": True}


@BLUEPRINT.post("/draft/clear")
@host_only
def clear() -> dict[str, Any]:
    """Forgets what was told of the round."""
    companion().room.forget(asked().get("version"))
    return {"told": True}


@BLUEPRINT.post("/preview")
def preview() -> dict[str, Any]:
    """What a round with these `answers` would settle; nothing is kept."""
    answers = asked().get("answers")
    if not isinstance(answers, dict):
        raise Refusal("bad_request", Text("the answers must be an object by path", "答えの形が正しくありません"))
    return companion().room.preview(answers)


@BLUEPRINT.post("/rounds")
@host_only
def book() -> dict[str, Any]:
    """Books the round with these `answers`, once per `key`, and only if `version` is still the newest."""
    data = asked()
    return companion().room.book(data.get("answers"), change(data))


@BLUEPRINT.post("/rounds/<int:number>/reopen")
@host_only
def reopen(number: int) -> dict[str, Any]:
    """Opens a booked round for telling it again: `/api/rounds` books the correction, `/api/draft/clear` drops it."""
    companion().room.reopen(asked().get("version"), number)
    return {"told": True}


@BLUEPRINT.post("/undo")
@host_only
def undo() -> dict[str, Any]:
    """Undoes the last round that counts, by an entry that takes it back."""
    return companion().room.undo(change(asked()))


@BLUEPRINT.post("/redo")
@host_only
def redo() -> dict[str, Any]:
    """Takes the last undoing back."""
    return companion().room.redo(change(asked()))


@BLUEPRINT.post("/close")
@host_only
def close() -> dict[str, Any]:
    """Ends the evening; asks for the `pin` again."""
    data = asked()
    pin_again(data.get("pin"))
    return companion().room.close(change(data))
