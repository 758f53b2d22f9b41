"""The JSON body of a request to the hall, read and checked."""

from __future__ import annotations

from typing import Any

from flask import request

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text
from web.openapi.schema import Schema
from web.openapi.validation import find_fault


def read_body(schema: Schema) -> dict[str, Any]:
    """The request's JSON object. Refusal `bad_request` unless it is of `schema`."""
    if not request.is_json:
        raise _bad_request("the request must be a JSON object")
    try:
        body = parse_json(request.get_data(cache=False))
    except Refusal as refusal:
        raise Refusal("bad_request", refusal.message) from None
    if (fault := find_fault(body, schema, {})) is not None:
        raise _bad_request(fault)
    checked: dict[str, Any] = body
    return checked


def _bad_request(message: str) -> Refusal:
    return Refusal("bad_request", Text(message, f"要求の形が正しくありません（{message}）"))
