"""Routes of past evenings and of everybody over all of them."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from web.archive.rounds import describe_rounds
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import change_request, has_rounds_at_stake, host_only, require_pin
from web.session.history import summarize_evening

BLUEPRINT = Blueprint("archive", __name__, url_prefix="/api")


@BLUEPRINT.get("/evenings")
def evenings() -> dict[str, Any]:
    """The newest evenings, newest first, with their games and results. `before`: those before the one of that ID."""
    ctx = context()
    records, more = ctx.archive.page(request.args.get("before", type=int))
    return {"evenings": [record.as_json() for record in records], "more": more, "current": ctx.service.evening_id}


@BLUEPRINT.get("/evenings/<int:number>")
def evening(number: int) -> dict[str, Any]:
    """One evening: its result and every round with the cards it shows."""
    ctx = context()
    session = ctx.archive.session(number)
    times = {entry.version: entry.at for entry in ctx.store.entries(number)}
    return {"id": number, "tally": summarize_evening(session), "rounds": describe_rounds(session, times)}


@BLUEPRINT.post("/evenings/<int:number>/continue", endpoint="go_on")
@host_only
def continue_evening(number: int) -> dict[str, Any]:
    """Go on with an evening: take back the end of the one under way, or turn to an earlier one."""
    data = json_body()
    if has_rounds_at_stake():
        require_pin(data.get("pin"))
    return context().service.continue_evening(number, change_request(data))


@BLUEPRINT.get("/players")
def players() -> dict[str, Any]:
    """Everybody over all evenings: rounds, stones, favourite game, best hands."""
    return {"players": [person.as_json() for person in context().archive.people()]}
