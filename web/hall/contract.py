"""What a hall's /openapi.json promises, enforced before the view."""

from __future__ import annotations

from flask import Flask, g, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.api_description import TABLE, hall_api
from web.hall.context import hall
from web.hall.intake.batch import MAX_BATCH_BYTES
from web.openapi.request_check import check_requests
from web.openapi.schema import RouteSpec
from web.system.network import is_own_address


def enforce_hall_contract(app: Flask) -> None:
    """Check every request of a described route. Raises `KeyError` for a route for machines without a description.

    What only a table may do finds the number of the table in `g.table`.
    """
    check_requests(app, hall_api(), _check_role)


def _check_role(spec: RouteSpec) -> None:
    if spec.role == TABLE:
        g.table = _authorized_table()
        request.max_content_length = MAX_BATCH_BYTES


def _authorized_table() -> int:
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    address = request.remote_addr or "?"
    try:
        return hall().tables.require(credentials if scheme == "Bearer" else "")
    except Refusal:
        if not is_own_address(address) and not hall().key_limit.allow(address):
            raise Refusal("too_many_tries", Text("Too many keys were tried", "試した回数が多すぎます")) from None
        raise
