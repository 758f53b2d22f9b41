"""What a table's /openapi.json promises, enforced before the view."""

from __future__ import annotations

from dataclasses import replace

from flask import Flask

from web.access.roles import GUEST
from web.openapi import route_specs, table_api
from web.openapi.request_check import check_requests
from web.openapi.schema import RouteSpec
from web.request.auth import current_role, host_only_refusal, is_host


def enforce_contract(app: Flask) -> None:
    """Check every request of a described route. Raises `KeyError` for a route for machines without a description."""
    check_requests(app, replace(table_api(), routes=route_specs()), _check_role)


def _check_role(spec: RouteSpec) -> None:
    if (spec.role == "host" and not is_host()) or (spec.role == "player" and current_role() == GUEST):
        raise host_only_refusal()
