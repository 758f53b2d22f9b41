"""What tables ask of the hall: to be let in, and to take their entries."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import Any

from flask import Blueprint, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.body import read_body
from web.hall.context import hall
from web.hall.intake.batch import MAX_BATCH_BYTES, parse_batch
from web.hall.storage.tables import JoinRequest
from web.openapi.schema import BOOLEAN, Schema, obj
from web.session.validators import clean_name
from web.system.network import is_own_address

BLUEPRINT = Blueprint("hall_tables", __name__, url_prefix="/api/tables")

_SEQUENCE: Schema = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
JOIN_BODY = obj(
    code={"type": "string", "maxLength": 40},
    name={"type": "string", "maxLength": 80},
    ledger={"type": "string", "minLength": 16, "maxLength": 40, "pattern": "^[0-9a-f]+$"},
    url={"type": "string", "maxLength": 200, "pattern": "^(https?://[^ \"'<>]+)?$"},
    first=_SEQUENCE,
    evening=_SEQUENCE,
    anew=BOOLEAN,
)
_JOIN_FIELDS = {field.name for field in fields(JoinRequest)}


@BLUEPRINT.post("")
def join() -> dict[str, Any]:
    """Let a table in by the hall's code: its number, its key, and the sequence of the entry to send first."""
    context, address = hall(), request.remote_addr or "?"
    if not context.join_limit.allow(address):
        raise Refusal(
            "too_many_tries",
            Text("too many codes were tried; wait a moment", "試した回数が多すぎます。少し待ってください"),
        )
    body = read_body(JOIN_BODY)
    wanted = JoinRequest(**{key: value for key, value in body.items() if key in _JOIN_FIELDS})
    wanted = replace(wanted, name=clean_name(wanted.name))
    number, key, following = context.tables.join(body["code"], wanted)
    context.join_limit.forget(address)
    with context.database.write() as connection:
        context.news.announce_in(connection, number)
    context.news.announce_after(number)
    return {"table": number, "key": f"{number}.{key}", "next": following}


@BLUEPRINT.post("/entries")
def take_entries() -> dict[str, Any]:
    """Store a batch of a table's ledger entries, each once, and answer which one to send next.

    The table's key stands in the header `Authorization: Bearer KEY`.
    """
    number = _authorized_table()
    request.max_content_length = MAX_BATCH_BYTES
    return asdict(hall().receiver.receive(number, parse_batch(read_body(obj(entries={"type": "array"})))))


@BLUEPRINT.delete("")
def leave() -> dict[str, Any]:
    """Leave the hall. What the table sent stays there."""
    number = _authorized_table()
    context = hall()
    context.tables.remove(number)
    with context.database.write() as connection:
        context.news.announce_in(connection, number)
    context.news.announce_after(number)
    return {"table": number}


def _authorized_table() -> int:
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    address = request.remote_addr or "?"
    try:
        return hall().tables.require(credentials if scheme == "Bearer" else "")
    except Refusal:
        if not is_own_address(address) and not hall().key_limit.allow(address):
            raise Refusal("too_many_tries", Text("too many keys were tried", "試した回数が多すぎます")) from None
        raise
