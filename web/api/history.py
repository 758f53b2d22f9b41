"""Routes of the past: entries with their author, one round, the tally."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request

from scorer.decks import decks
from scorer.errors import Refusal
from scorer.following.play_event import PlayEvent
from scorer.texts import Text
from web.context import context
from web.following.move_texts import move_text
from web.following.round_record import unpack_record
from web.following.seat_map import people_by_seat
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
        detail = round_detail(played, index, session.games[index].rules)
        return {**detail, "followed": _record_of(context().service.evening_id or 0, number) is not None}
    raise Refusal("not_found", Text("There is no such round", "その局はありません"))


@BLUEPRINT.get("/rounds/<int:number>/record")
def record(number: int) -> dict[str, Any]:
    """What a camera followed of a round, by the number of its entry. `evening`: of an earlier one."""
    ctx = context()
    evening = request.args.get("evening", type=int) or ctx.service.evening_id or 0
    found = _record_of(evening, number)
    is_current = evening == ctx.service.evening_id
    session = ctx.service.require_session() if found is None or is_current else ctx.archive.session(evening)
    played = find_round(session, number)
    if found is None or played is None:
        raise Refusal("not_found", Text("No camera followed this round.", "この局はカメラが追っていません。"))
    game = session.games[played[0]]
    seats, deck = people_by_seat(played[1].players, game.rules.people_per_seat), decks()[game.deck]
    moves = [
        {
            **move,
            "text": move_text(PlayEvent(move["t"], move["event"], move["seat"], move["card"]), seats, deck).as_json(),
        }
        for move in found["moves"]
    ]
    return {**found, "seats": list(seats), "deck": deck.kind, "moves": moves}


def _record_of(evening: int, number: int) -> dict[str, Any] | None:
    entries = context().store.entries(evening, after=number - 1, until=number)
    return unpack_record(entries[0].body.get("record")) if entries else None


@BLUEPRINT.get("/tally")
def tally() -> dict[str, Any]:
    """Ranking, the fewest payments that settle everybody, rounds won, best hands, the course of the evening."""
    return summarize_evening(context().service.require_session())
