"""Routes to take and release a name."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import answer_name_request, current_name, current_phone_id, current_role
from web.request.name_claim import claim_name

BLUEPRINT = Blueprint("join", __name__)


@BLUEPRINT.post("/api/join")
def join() -> dict[str, Any]:
    """Give this phone the `name` of a player or guest, with `take` even when another phone holds it."""
    data = json_body()
    claim_name(data.get("name"), take=data.get("take") is True)
    return {"name": current_name(), "role": current_role()}


@BLUEPRINT.post("/api/join/answer")
def answer() -> dict[str, Any]:
    """Give a name to the `phone` that asks for it, or without `give` decline: a host, or the phone that holds it."""
    data = json_body()
    answer_name_request(str(data.get("phone")), give=data.get("give") is True)
    return {"name": current_name(), "role": current_role()}


@BLUEPRINT.delete("/api/join")
def leave() -> dict[str, Any]:
    """Release the name of this phone."""
    context().phones.release_name(current_phone_id())
    return {"name": "", "role": current_role()}
