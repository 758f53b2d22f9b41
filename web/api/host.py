"""Routes of the role of host and of phones, for machines.

People use the settings page.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.access.pin import validate_pin
from web.context import context
from web.openapi.request_check import json_body
from web.request.auth import (
    client_status,
    current_phone_id,
    host_only,
    is_host,
    news_for_phone,
    require_pin,
    submit_pin,
)

BLUEPRINT = Blueprint("host", __name__, url_prefix="/api")


@BLUEPRINT.get("/me")
def me() -> dict[str, Any]:
    """This phone: `host` or not, `role`, `name`, whether it is `offered` to be host, and has `proved` the PIN.

    For hosts `guesses`: wrong PINs in the last hour, and `moves`: names that went to another phone. `asks`: phones that
    ask for a name, for hosts and for the phone that holds it.
    """
    return {**client_status(), **news_for_phone(), "proved": context().phones.has_recent_pin(current_phone_id())}


@BLUEPRINT.post("/host")
def sign_in() -> dict[str, Any]:
    """Make this phone a host. It gives the `pin`."""
    submit_pin(json_body().get("pin"))
    return {"host": True}


@BLUEPRINT.delete("/host")
def sign_out() -> dict[str, Any]:
    """Make this phone a guest or player again."""
    context().phones.revoke_host(current_phone_id())
    return {"host": False}


@BLUEPRINT.post("/host/offer")
@host_only
def offer() -> dict[str, Any]:
    """Offer the role of host to a `phone` that has a name. Always asks for the `pin`."""
    data = json_body()
    require_pin(data.get("pin"), always=True)
    context().phones.offer_host(str(data.get("phone")), context().pin.number)
    return {"offered": True}


@BLUEPRINT.post("/host/answer")
def answer() -> dict[str, Any]:
    """Accept the role that this phone is offered, or with `take` false decline it."""
    context().phones.answer_offer(current_phone_id(), context().pin.number, accept=json_body().get("take") is True)
    return {"host": is_host()}


@BLUEPRINT.post("/pin")
@host_only
def new_pin() -> dict[str, Any]:
    """Change the PIN from `pin` to `new`. Every other host is signed out."""
    data = json_body()
    pin = validate_pin(data.get("new"))
    require_pin(data.get("pin"), always=True)
    context().pin.renew(pin)
    context().phones.grant_host(current_phone_id(), context().pin.number)
    return {"host": True}


@BLUEPRINT.delete("/pin/tries", endpoint="end_wait")
@host_only
def end_wait() -> dict[str, Any]:
    """Forget the wrong PINs of every phone, so that none has to wait."""
    context().pin.backoff.clear()
    context().phones.announce()
    return {"ended": True}


@BLUEPRINT.get("/phones")
@host_only
def phones() -> dict[str, Any]:
    """Every phone with a name or a role: `phone`, `name`, whether it is `host`, `offered` to be, or this one (`me`).

    `away`: a host sent it away for this evening.
    """
    ctx = context()
    pin_number, own_id = ctx.pin.number, current_phone_id()
    return {
        "phones": [
            {
                "phone": phone.id,
                "name": phone.name,
                "host": phone.host == pin_number,
                "offered": phone.offered == pin_number,
                "away": ctx.phones.is_away(phone.id),
                "me": phone.id == own_id,
            }
            for phone in ctx.phones.all()
        ]
    }


@BLUEPRINT.delete("/phones/<other>")
@host_only
def revoke(other: str) -> dict[str, Any]:
    """Take name and role from a phone. In this evening it gets none until it is asked back."""
    context().phones.send_away(other)
    return {"revoked": True}


@BLUEPRINT.post("/phones/<other>/back", endpoint="ask_back")
@host_only
def ask_back(other: str) -> dict[str, Any]:
    """Let a phone that was sent away have a name again."""
    context().phones.ask_back(other)
    return {"away": False}


@BLUEPRINT.delete("/phones/<other>/host", endpoint="uncrown")
@host_only
def revoke_host(other: str) -> dict[str, Any]:
    """Take the role of host, or the offer of it, from a phone. Its name stays."""
    context().phones.revoke_host(other)
    return {"host": False}
