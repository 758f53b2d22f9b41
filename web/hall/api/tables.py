"""What tables ask of the hall: to be let in, and to take their entries."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any

from flask import Blueprint, g, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.request_size import takes_file
from web.hall.context import hall
from web.hall.intake.batch import parse_batch
from web.hall.storage.tables import JoinRequest
from web.openapi.request_check import json_body
from web.session.validators import clean_name

BLUEPRINT = Blueprint("hall_tables", __name__, url_prefix="/api/tables")

_JOIN_FIELDS = {field.name for field in fields(JoinRequest)}


@BLUEPRINT.post("")
def join() -> dict[str, Any]:
    """Let a table in by the hall's code: its number, its key, and the sequence of the entry to send first."""
    context, address = hall(), request.remote_addr or "?"
    if not context.join_limit.allow(address):
        raise Refusal(
            "too_many_tries",
            Text("Too many codes were tried; wait a moment", "試した回数が多すぎます。少し待ってください"),
        )
    body = json_body()
    wanted = JoinRequest(**{key: value for key, value in body.items() if key in _JOIN_FIELDS})
    wanted = replace(wanted, name=clean_name(wanted.name))
    number, key, following = context.tables.join(body["code"], wanted)
    context.join_limit.forget(address)
    context.announce_table(number)
    return {"table": number, "key": f"{number}.{key}", "next": following}


@BLUEPRINT.post("/entries")
@takes_file
def take_entries() -> dict[str, Any]:
    """Store a batch of a table's ledger entries, each once, and answer which one to send next.

    The table's key stands in the header `Authorization: Bearer KEY`.
    """
    number: int = g.table
    return asdict(hall().receiver.receive(number, parse_batch(json_body())))


@BLUEPRINT.delete("")
def leave() -> dict[str, Any]:
    """Leave the hall. What the table sent stays there."""
    number: int = g.table
    context = hall()
    context.tables.remove(number)
    context.announce_table(number)
    return {"table": number}
