"""What a table's card and a table's page show."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, func, select

from scorer.json_input import parse_json
from scorer.session.history import PlayedRound
from scorer.session.state import Session
from web.hall.intake.evening_fold import SUPERSEDED, disagreeing_rounds, load_evening
from web.hall.storage.evenings import differing_versions, events_loader, newest_evening
from web.hall.storage.schema import EVENINGS, MEMBERS, TABLES, TALLIES
from web.hall.storage.tables import REMOVED

SHOWN_ROUNDS = 8
"""Rounds that a table's page shows, the newest first: as many as the session keeps whole."""


def table_cards(connection: Connection, table_ids: list[int] | None = None) -> list[dict[str, Any]]:
    """The cards of these tables, of all without a list. What is stored of earlier evenings is not read."""
    statement = (
        select(TABLES, EVENINGS.c.session, EVENINGS.c.state.label("evening_state"), EVENINGS.c.disagreements)
        .select_from(TABLES)
        .outerjoin(EVENINGS, EVENINGS.c.id == newest_evening())
        .where(TABLES.c.state != REMOVED)
        .order_by(TABLES.c.id)
    )
    if table_ids is not None:
        statement = statement.where(TABLES.c.id.in_(table_ids))
    return [_card(row) for row in connection.execute(statement)]


def _card(row: Any) -> dict[str, Any]:
    session = parse_json(row.session, any_text=True) if row.session else None
    return {
        "table": row.id,
        "name": row.name,
        "state": row.state,
        "sequence": row.last,
        "heard_at": row.heard_at,
        "evening": row.evening_state,
        "disagreements": row.disagreements or 0,
        "game": session["game"] if session else None,
        "round": session["round_number"] if session else 0,
        "over": bool(session and session["over"]),
        "players": [
            {"name": name, "stones": stones}
            for name, stones in zip(session["players"], session["stones"], strict=True)
            if name not in session["away"]
        ]
        if session
        else [],
    }


def table_detail(connection: Connection, table_id: int) -> dict[str, Any] | None:
    """The evening of a table with its last rounds and what each player won, None if there is no such table."""
    cards = table_cards(connection, [table_id])
    if not cards:
        return None
    table = connection.execute(select(TABLES.c.url).where(TABLES.c.id == table_id)).one()
    evening = connection.execute(
        select(EVENINGS)
        .where(EVENINGS.c.table_id == table_id, EVENINGS.c.state != SUPERSEDED)
        .order_by(EVENINGS.c.id.desc())
        .limit(1)
    ).first()
    detail = {**cards[0], "url": table.url, "evening_id": None, "disagreeing": [], "rounds": [], "totals": []}
    if evening is None or not evening.session:
        return detail
    # What lies behind the last rounds is only read where a round of it may disagree.
    key = (table_id, evening.generation, evening.number)
    load = events_loader(connection, key)
    session = load_evening(evening, lambda: load(evening.version)).session
    if session is None:
        return detail
    versions = differing_versions(connection, key) if evening.disagreements else set()
    return {
        **detail,
        "evening_id": evening.id,
        "disagreeing": [{"game": game, "round": number} for game, number in disagreeing_rounds(session, versions)],
        "rounds": _last_rounds(session, versions),
        "totals": evening_totals(connection, evening.id),
    }


def _last_rounds(session: Session, differing: Collection[int]) -> list[dict[str, Any]]:
    count = len(session.history)
    recent: list[PlayedRound] = [session.history[count - 1 - place] for place in range(min(count, SHOWN_ROUNDS))]
    return [
        {
            "number": played.event_number,
            "round": played.round_number,
            "undone": played.undone,
            "edited": played.edited_by is not None,
            "disagrees": (played.edited_by or played.event_number) in differing,
            "seats": list(played.players),
            "net": list(played.settlement["net"]),
        }
        for played in recent
    ]


def evening_totals(connection: Connection, evening_id: int) -> list[dict[str, Any]]:
    """What each name won in the evening over its games, the best first, with the member who sat under it."""
    net = func.sum(TALLIES.c.net).label("net")
    statement = (
        select(TALLIES.c.name, TALLIES.c.member_id, MEMBERS.c.name.label("member"), net)
        .select_from(TALLIES)
        .outerjoin(MEMBERS, MEMBERS.c.id == TALLIES.c.member_id)
        .where(TALLIES.c.evening_id == evening_id)
        .group_by(TALLIES.c.name, TALLIES.c.member_id, MEMBERS.c.name)
        .order_by(net.desc(), TALLIES.c.name)
    )
    return [
        {"name": row.name, "member": row.member_id, "member_name": row.member, "net": int(row.net)}
        for row in connection.execute(statement)
    ]
