"""The live streams of the hall, its state for machines, and its health."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from flask import Blueprint, Response, request

from web.hall.context import hall, is_referee
from web.hall.live.live_tables import OVERVIEW
from web.hall.live.table_cards import table_detail
from web.hall.server import stream_response
from web.refusals import nothing_here
from web.system.network import is_own_address

BLUEPRINT = Blueprint("hall_live", __name__)


@BLUEPRINT.get("/api/live")
def live() -> Response:
    """Every table as server-sent events: `all` with every card, `tables` with those that changed, `beat`."""
    return _stream(OVERVIEW)


@BLUEPRINT.get("/api/live/<int:table>")
def live_table(table: int) -> Response:
    """One table as server-sent events: `table` with its evening, `beat`."""
    if hall().tables.find(table) is None:
        raise nothing_here()
    return _stream(f"table:{table}")


@BLUEPRINT.get("/api/live/events/<int:event>")
def live_event(event: int) -> Response:
    """One event as server-sent events: `event` with its clock, its rounds and its standings, `beat`."""
    hall().events.load(event)
    return _stream(f"event:{event}")


@BLUEPRINT.get("/api/tables")
def tables() -> dict[str, Any]:
    """The card of every table: its game, its round, its players with their stones."""
    return {"tables": hall().live_tables.cards()}


@BLUEPRINT.get("/api/tables/<int:table>")
def table_state(table: int) -> dict[str, Any]:
    """One table with its last rounds and what each player won this evening."""
    with hall().database.read() as connection:
        detail = table_detail(connection, table)
    if detail is None:
        raise nothing_here()
    return detail


@BLUEPRINT.get("/health")
def health() -> dict[str, Any]:
    """Status, version, number of tables and of phones that watch."""
    context = hall()
    return {
        "status": "ok",
        "version": version("fudayomi"),
        "tables": len(context.live_tables.cards()),
        "watching": context.live_tables.broadcaster.stream_count,
    }


def _stream(topic: str) -> Response:
    address = request.remote_addr or "?"
    # Behind a proxy, and on the hall's own machine, an address may stand for many phones.
    counted = "" if is_own_address(address) else address
    return stream_response(lambda: hall().live_tables.broadcaster.reserve(topic, counted, is_kept=is_referee()))
