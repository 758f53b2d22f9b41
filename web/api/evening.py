"""Routes of the evening: start it, enter, book and correct rounds, end it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from scorer.errors import Refusal
from scorer.texts import Text
from web.context import context
from web.openapi.request_check import json_body
from web.request import evening_start
from web.request.auth import change_request, has_rounds_at_stake, host_only, require_answer_permission, require_pin

BLUEPRINT = Blueprint("evening", __name__, url_prefix="/api")


@BLUEPRINT.post("/evening")
@host_only
def open_evening() -> dict[str, Any]:
    """Start an evening: `game`, `players` by seat, optionally `deck` (a kind or enrolled), `options`, `stones`."""
    data = json_body()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return evening_start.open_evening(data, change_request(data))


@BLUEPRINT.post("/game")
@host_only
def begin_game() -> dict[str, Any]:
    """Start another game in the same evening: the fields of an evening, and optionally the `dealer`'s place."""
    data = json_body()
    return evening_start.begin_game(data, change_request(data))


@BLUEPRINT.post("/game/again")
@host_only
def begin_same_game() -> dict[str, Any]:
    """Start the same game once more in the same evening, with those who have not left. The deal passes on."""
    return evening_start.begin_same_game(change_request(json_body()))


@BLUEPRINT.post("/draft")
def draft() -> dict[str, Any]:
    """Enter part of the round: `answers` by the path of the prompt. Null removes one. Players enter their own cards.

    `was`: what the phone showed under these paths. What other phones did meanwhile is then put together with it, or
    refused with `changed_meanwhile` where only one of both can be.
    """
    data = json_body()
    require_answer_permission(data.get("answers"))
    ctx = context()
    before = ctx.service.draft
    ctx.service.answer(data.get("version"), data.get("answers"), data.get("was"))
    ctx.corrections.record_changes(before, ctx.service.draft)
    return {"told": True}


@BLUEPRINT.post("/draft/give")
@host_only
def give() -> dict[str, Any]:
    """Move the card `read` of the picture to the hand `to`, or remove it from there."""
    data = json_body()
    context().service.assign_card(data.get("version"), data.get("read"), data.get("to"))
    return {"told": True}


@BLUEPRINT.post("/draft/share")
@host_only
def share() -> dict[str, Any]:
    """Share the picture that was taken for one hand out to all seats: every card to the seat before which it lies.

    Where cards entered by hand would be replaced it is refused with `hands_entered`, unless `replace` says so.
    """
    data = json_body()
    context().service.share_picture(data.get("version"), replace=data.get("replace") is True)
    return {"told": True}


@BLUEPRINT.post("/draft/unshare")
@host_only
def unshare() -> dict[str, Any]:
    """Take the sharing out of a picture back, as long as nothing else of the round was changed since."""
    context().service.undo_sharing(json_body().get("version"))
    return {"told": True}


@BLUEPRINT.post("/draft/clear")
@host_only
def clear() -> dict[str, Any]:
    """Drop what was entered of the round."""
    context().service.discard_draft(json_body().get("version"))
    return {"told": True}


@BLUEPRINT.post("/draft/restore")
@host_only
def restore() -> dict[str, Any]:
    """Take back that the round was started over, as long as nothing else of it was entered since."""
    context().service.restore_draft(json_body().get("version"))
    return {"told": True}


@BLUEPRINT.post("/preview")
def preview() -> dict[str, Any]:
    """What a round with these `answers` would settle. Nothing is stored."""
    answers = json_body().get("answers")
    if not isinstance(answers, dict):
        raise Refusal("bad_request", Text("The answers must be an object by path", "答えの形が正しくありません"))
    return context().service.preview(answers)


@BLUEPRINT.post("/rounds")
@host_only
def book() -> dict[str, Any]:
    """Book the round with these `answers`, once per `key`, and only if `version` is still the newest."""
    data = json_body()
    return context().service.book(data.get("answers"), change_request(data))


@BLUEPRINT.post("/rounds/<int:number>/reopen")
@host_only
def reopen(number: int) -> dict[str, Any]:
    """Open a booked round for correction. `/api/rounds` books the correction, `/api/draft/clear` drops it."""
    context().service.reopen(json_body().get("version"), number)
    return {"told": True}


@BLUEPRINT.post("/undo")
@host_only
def undo() -> dict[str, Any]:
    """Undo the last round that counts, by an entry that takes it back. `of`: the last one of an earlier game."""
    data = json_body()
    return context().service.undo(change_request(data), data.get("of"))


@BLUEPRINT.post("/redo")
@host_only
def redo() -> dict[str, Any]:
    """Redo the round that was undone last. `of`: the one of an earlier game."""
    data = json_body()
    return context().service.redo(change_request(data), data.get("of"))


@BLUEPRINT.post("/close")
@host_only
def close() -> dict[str, Any]:
    """End the evening. Asks for the `pin` again."""
    data = json_body()
    require_pin(data.get("pin"))
    return context().service.close(change_request(data))
