"""The JSON API of a table or a hall as one OpenAPI 3.1 document.

It is made from the served routes. Every module here may describe in `ROUTES` what some routes of a table take and
answer; a hall's are in `web.hall.api_description`. What a route does is in its docstring.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from web.openapi.components import CHANGE, SCHEMAS
from web.openapi.schema import ID, PICTURE, ApiDescription, RouteSpec, Schema, closed, ref

ERROR_HEADERS = {
    "Retry-After": {"description": "With 429 and 503: seconds to wait.", "schema": {"type": "integer"}},
}
ROLE_DESCRIPTIONS = {
    "anyone": "Anybody.",
    "player": "A player for his own cards; else a host.",
    "host": "A host; others are refused with `host_only`.",
}
_DESCRIPTION = (
    "Every phone has a cookie, given by the first page it opens; `POST /api/host` with the PIN makes it a host. "
    "A request that may change something needs an `Origin` header equal to its `Host`. What changes the ledger "
    "carries the `version` it was made on (another one: `stale`) and a `key` of its own, under which it counts once. "
    "Names and meanings stay; answers may gain members."
)


@cache
def route_specs() -> dict[tuple[str, str], RouteSpec]:
    """The description of every route, by method and rule. No body may have a member that is not described."""
    specs: dict[tuple[str, str], RouteSpec] = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        routes: dict[str, RouteSpec] = getattr(importlib.import_module(module.name), "ROUTES", {})
        for route, spec in routes.items():
            method, _, rule = route.partition(" ")
            specs[method, rule] = spec if spec.body is None else replace(spec, body=_closed_body(spec.body))
    return specs


def _closed_body(body: Schema) -> Schema:
    """A body with the described members alone. Version and key, which every change has, may come with any request."""
    return closed({**body, "properties": {**CHANGE, **body.get("properties", {})}})


def table_api() -> ApiDescription:
    """What a table serves to machines."""
    phone = {"type": "apiKey", "in": "cookie", "name": "fudayomi", "description": "The phone's cookie."}
    return ApiDescription(_DESCRIPTION, route_specs(), SCHEMAS, ROLE_DESCRIPTIONS, {"phone": phone})


def machine_routes(app: Flask) -> Iterator[tuple[str, Rule]]:
    """Method and rule of every route for machines: those under /api, /health, and the evening as a file."""
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if rule.rule.startswith(("/api/", "/evening.")) or rule.rule in {"/health", "/openapi.json"}:
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield method, rule


def build_document(app: Flask, api: ApiDescription | None = None) -> dict[str, Any]:
    """The document of `api`, a table's if none is given. Raises `KeyError` for a route without a description."""
    api = api or table_api()
    paths: dict[str, dict[str, Any]] = {}
    for method, rule in machine_routes(app):
        view = app.view_functions[rule.endpoint]
        path = "".join(f"{{{part}}}" if is_variable else part for is_variable, part in _rule_parts(rule))
        paths.setdefault(path, {})[method.lower()] = _operation(
            api, api.routes[method, rule.rule], rule, inspect.getdoc(view) or ""
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fudayomi 札読み",
            "version": version("fudayomi"),
            "description": api.text,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": dict(api.schemas),
            "securitySchemes": dict(api.security),
            "responses": {
                "refused": {
                    "description": "Why it cannot be; docs/ERROR_CODES.md and docs/GAMES.md list the codes.",
                    "headers": ERROR_HEADERS,
                    "content": {"application/json": {"schema": ref("Error")}},
                }
            },
        },
    }


def _rule_parts(rule: Rule) -> Iterator[tuple[bool, str]]:
    """The rule, cut at its variables: whether a part is a variable, and its text or name."""
    for piece in rule.rule.replace(">", "<").split("<"):
        if piece:
            name = piece.rpartition(":")[2]
            yield name in rule.arguments, name if name in rule.arguments else piece


def _operation(api: ApiDescription, spec: RouteSpec, rule: Rule, doc: str) -> dict[str, Any]:
    numbers = {name for name in rule.arguments if f"<int:{name}>" in rule.rule}
    in_path = [
        _parameter(
            name, "path", spec.path.get(name, ID) if name in numbers else spec.path.get(name, {"type": "string"})
        )
        for name in sorted(rule.arguments)
    ]
    in_query = [_parameter(name, "query", schema) for name, schema in spec.query.items()]
    answer: dict[str, Any] = {"description": "As asked.", "content": {spec.media_type: {"schema": spec.answer}}}
    operation: dict[str, Any] = {
        "operationId": rule.endpoint,
        "tags": [rule.endpoint.partition(".")[0]],
        "summary": " ".join(doc.split("\n\n", maxsplit=1)[0].split()),
        "description": api.roles[spec.role],
        "parameters": in_path + in_query,
        "responses": {
            "200": answer,
            **{code: {"description": description} for code, description in spec.other_statuses.items()},
            "4XX": {"$ref": "#/components/responses/refused"},
            "5XX": {"$ref": "#/components/responses/refused"},
        },
        "x-who": spec.role,
    }
    if spec.role != "anyone":
        operation["security"] = [{name: []} for name in api.security]
    if spec.body is not None:
        content: dict[str, Any] = {"application/json": {"schema": spec.body}}
        if spec.accepts_picture:
            content |= {
                kind: {"schema": PICTURE}
                for kind in ("image/jpeg", "image/png", "image/webp", "image/heic", "image/avif")
            }
        operation["requestBody"] = {"required": True, "content": content}
    elif spec.accepts_picture:
        operation["requestBody"] = {"required": True, "content": {"image/*": {"schema": PICTURE}}}
    return operation


def _parameter(name: str, place: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema}
