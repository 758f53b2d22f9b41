"""Becoming host, ceasing to be, handing the role on; whose phones there are. For machines; people use the settings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.access.pin import validate_pin
from web.context import context
from web.request.auth import client_status, current_phone_id, host_only, is_host, json_body, require_pin, submit_pin

BLUEPRINT = Blueprint("host", __name__, url_prefix="/api")


@BLUEPRINT.get("/me")
def me() -> dict[str, Any]:
    """This phone: `host` or not, `role`, `name`; whether it is `offered` to be host and has `proved` the PIN."""
    return {**client_status(), "proved": context().phones.has_recent_pin(current_phone_id())}


@BLUEPRINT.post("/host")
def sign_in() -> dict[str, Any]:
    """Makes this phone a host when it gives the `pin`."""
    submit_pin(json_body().get("pin"))
    return {"host": True}


@BLUEPRINT.delete("/host")
def sign_out() -> dict[str, Any]:
    """Makes this phone a guest or player again."""
    context().phones.revoke_host(current_phone_id())
    return {"host": False}


@BLUEPRINT.post("/host/offer")
@host_only
def offer() -> dict[str, Any]:
    """Offers the role of host to the `phone` of somebody with a name; asks for the `pin` always."""
    data = json_body()
    require_pin(data.get("pin"), always=True)
    context().phones.offer_host(str(data.get("phone")), context().pin.number)
    return {"offered": True}


@BLUEPRINT.post("/host/answer")
def answer() -> dict[str, Any]:
    """Takes the role that this phone is offered, or with `take` false declines it."""
    context().phones.answer_offer(current_phone_id(), context().pin.number, accept=json_body().get("take") is True)
    return {"host": is_host()}


@BLUEPRINT.post("/pin")
@host_only
def new_pin() -> dict[str, Any]:
    """Changes the PIN from `pin` to `new`; every other host is signed out."""
    data = json_body()
    fresh = validate_pin(data.get("new"))
    require_pin(data.get("pin"), always=True)
    context().pin.renew(fresh)
    context().phones.grant_host(current_phone_id(), context().pin.number)
    return {"host": True}


@BLUEPRINT.get("/phones")
@host_only
def phones() -> dict[str, Any]:
    """Every phone with a name or a role: `phone`, `name`, whether it is `host`, `offered` to be, or this one (`me`)."""
    table = context()
    number, mine = table.pin.number, current_phone_id()
    return {
        "phones": [
            {
                "phone": one.id,
                "name": one.name,
                "host": one.host == number,
                "offered": one.offered == number,
                "me": one.id == mine,
            }
            for one in table.phones.all()
        ]
    }


@BLUEPRINT.delete("/phones/<other>")
@host_only
def revoke(other: str) -> dict[str, Any]:
    """Takes name and role from a phone."""
    context().phones.forget(other)
    return {"revoked": True}


@BLUEPRINT.delete("/phones/<other>/host", endpoint="uncrown")
@host_only
def revoke_host(other: str) -> dict[str, Any]:
    """Takes the role of host, or the offer of it, from a phone; its name stays."""
    context().phones.revoke_host(other)
    return {"host": False}
