"""Routes of the past: entries with their author, one round, the tally."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry
from web.session.history import build_history, find_round, round_detail, summarize_evening

BLUEPRINT = Blueprint("history", __name__, url_prefix="/api")
PLACES = (
    NavEntry(
        "/#evening",
        Text("Tonight's result", "今夜の精算"),
        55,
        sign="算",
        description=Text("Ranking, who pays whom, best hands.", "順位、誰が誰に払うか、最高の手。"),
    ),
)


@BLUEPRINT.get("/history")
def history() -> dict[str, Any]:
    """The newest entries, newest first. `before`: those before the entry of that number."""
    ctx = context()
    with ctx.service.lock:
        session = ctx.service.require_session()
        before = request.args.get("before", type=int)
        return build_history(session, ctx.service.evening_id or 0, ctx.store, before=before)


@BLUEPRINT.get("/rounds/<int:number>")
def one_round(number: int) -> dict[str, Any]:
    """One round by the number of its entry: its settlement, and those it had before it was corrected."""
    session = context().service.require_session()
    found = find_round(session, number)
    if found is not None:
        index, played = found
        return round_detail(played, index, session.games[index].rules)
    raise Refusal("not_found", Text("There is no such round", "その局はありません"))


@BLUEPRINT.get("/tally")
def tally() -> dict[str, Any]:
    """Ranking, the fewest payments that settle everybody, rounds won, best hands, the course of the evening."""
    return summarize_evening(context().service.require_session())
