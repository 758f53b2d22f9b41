"""Routes of the named sets of house rules."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.openapi.request_check import json_body
from web.request.auth import host_only
from web.request.rule_sets import delete_rule_set, rule_sets, save_rule_set

BLUEPRINT = Blueprint("house_rules", __name__, url_prefix="/api/house-rules")


@BLUEPRINT.get("")
def sets() -> dict[str, Any]:
    """The saved sets: name, game and every option."""
    return {"sets": [each.as_json() for each in rule_sets()]}


@BLUEPRINT.post("")
@host_only
def save() -> dict[str, Any]:
    """Save the `options` of a `game` under a `name`, in place of a set of that name."""
    data = json_body()
    save_rule_set(data.get("name"), data.get("game"), data.get("options"))
    return sets()


@BLUEPRINT.delete("/<name>")
@host_only
def delete(name: str) -> dict[str, Any]:
    """Delete the set of that name."""
    delete_rule_set(name)
    return sets()
