"""What /openapi.json promises of a request, enforced before its view.

Role, path, query and body are checked by the route's description, so no view can forget to. Views read the checked
body with `json_body`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, g, request

from scorer.errors import Refusal
from scorer.json_input import is_writable, parse_json
from scorer.texts import Text
from web.openapi import machine_routes
from web.openapi.schema import LAST_ID, ApiDescription, RouteSpec, Schema
from web.openapi.validation import find_fault
from web.refusals import nothing_here


def check_requests(app: Flask, api: ApiDescription, check_role: Callable[[RouteSpec], None]) -> None:
    """Check every request of a described route, who asks first. `check_role` raises `Refusal` for who may not.

    Raises `KeyError` for a route for machines without a description.
    """
    for method, rule in machine_routes(app):
        api.routes[method, rule.rule]  # a route that nobody described must not be served

    @app.before_request
    def _check_request() -> None:
        if any(isinstance(value, int) and value > LAST_ID for value in (request.view_args or {}).values()):
            raise nothing_here()  # on pages, too
        rule = "" if request.url_rule is None else request.url_rule.rule
        spec = api.routes.get(("GET" if request.method == "HEAD" else request.method, rule))
        if spec is None:
            return
        check_role(spec)
        if any(
            find_fault(value, spec.path.get(name, {}), api.schemas) for name, value in (request.view_args or {}).items()
        ):
            raise nothing_here()
        _check_query(spec, api.schemas)
        if spec.body is not None and (request.is_json or not spec.accepts_picture):
            g.json_body = _read_body(spec, spec.body, api.schemas)


def json_body() -> dict[str, Any]:
    """The request's JSON object, checked. A route that takes one says so in its description, else `AttributeError`."""
    body: dict[str, Any] = g.json_body
    return body


def _check_query(spec: RouteSpec, shared: Mapping[str, Schema]) -> None:
    for name, schema in spec.query.items():
        text = request.args.get(name)
        if text is None:
            continue
        value: object = text
        if schema.get("type") == "integer":
            value = int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 18 else text
        if not is_writable(text):
            raise _bad_request(f"{name}: has characters that do not belong there")
        if (fault := find_fault(value, schema, shared)) is not None:
            raise _bad_request(fault if fault.startswith(name) else f"{name}, {fault}")


def _read_body(spec: RouteSpec, schema: Schema, shared: Mapping[str, Schema]) -> dict[str, Any]:
    if not request.is_json:
        raise _bad_request("the request must be a JSON object")
    try:
        body = parse_json(request.get_data())
    except Refusal as refusal:
        raise Refusal("bad_request", refusal.message) from None
    if not isinstance(body, dict):
        raise _bad_request("the request must be a JSON object")
    checked = {name: value for name, value in body.items() if name not in spec.refused_by_view}
    required = [name for name in schema.get("required", ()) if name not in spec.refused_by_view]
    if (fault := find_fault(checked, {**schema, "required": required}, shared)) is not None:
        raise _bad_request(fault)
    return body


def _bad_request(message: str) -> Refusal:
    return Refusal("bad_request", Text(message, f"要求の形が正しくありません（{message}）"))
