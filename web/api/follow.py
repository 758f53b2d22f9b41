"""Routes of a round that the camera follows: the host's switches and taps."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import host_only
from web.request.snapshot import publish_snapshot

BLUEPRINT = Blueprint("follow", __name__, url_prefix="/api/following")


@BLUEPRINT.post("")
@host_only
def switch() -> dict[str, Any]:
    """Follow the rounds of this evening, or no longer: `on`, perhaps with `hints`. `missing`: what prevents it."""
    ctx, data = context(), json_body()
    missing = ctx.following.switch(on=data["on"], hints=data.get("hints", False))
    publish_snapshot(ctx)
    state = ctx.following.as_json()
    return {"on": state["on"], "hints": state["hints"], "missing": [obstacle.as_json() for obstacle in missing]}


@BLUEPRINT.post("/back")
@host_only
def take_back() -> dict[str, Any]:
    """Take the card back that was laid last; the next one replaces it. `count`: the moves that the phone shows."""
    context().following.take_back(json_body()["count"])
    return _published()


@BLUEPRINT.post("/found")
@host_only
def accept_table() -> dict[str, Any]:
    """Go on with the table as it lies, after table and record disagreed."""
    context().following.accept_table()
    return _published()


@BLUEPRINT.post("/hand")
@host_only
def go_on_by_hand() -> dict[str, Any]:
    """Put what is known of the round into the draft, to enter the rest by hand. What was entered stays."""
    context().following.go_on_by_hand()
    return _published()


@BLUEPRINT.post("/replace")
@host_only
def replace_entered() -> dict[str, Any]:
    """Put what was followed in the place of what was entered at this `path`."""
    context().following.replace_entered(json_body()["path"])
    return _published()


@BLUEPRINT.post("/asks")
@host_only
def confirm_asks() -> dict[str, Any]:
    """Somebody has looked at the questions with these `keys`: the round is right as it stands."""
    context().following.confirm_asks(json_body()["keys"])
    return _published()


def _published() -> dict[str, Any]:
    publish_snapshot(context())
    return {"told": True}
