"""Becoming host, ceasing to be, handing the role on; whose phones there are. For machines; people use the settings."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from web.access.pin import chosen
from web.companion import companion
from web.request.auth import asked, give_pin, host_only, is_host, phone, pin_again, standing

BLUEPRINT = Blueprint("host", __name__, url_prefix="/api")


@BLUEPRINT.get("/me")
def me() -> dict[str, Any]:
    """This phone: `host` or not, `role`, `name`; whether it is `offered` to be host and has `proved` the PIN."""
    return {**standing(), "proved": companion().phones.proved(phone())}


@BLUEPRINT.post("/host")
def sign_in() -> dict[str, Any]:
    """Makes this phone a host when it gives the `pin`."""
    give_pin(asked().get("pin"))
    return {"host": True}


@BLUEPRINT.delete("/host")
def sign_out() -> dict[str, Any]:
    """Makes this phone a guest or player again."""
    companion().phones.uncrown(phone())
    return {"host": False}


@BLUEPRINT.post("/host/offer")
@host_only
def offer() -> dict[str, Any]:
    """Offers the role of host to the `phone` of somebody with a name; asks for the `pin` always."""
    data = asked()
    pin_again(data.get("pin"), always=True)
    companion().phones.offer(str(data.get("phone")), companion().pin.number)
    return {"offered": True}


@BLUEPRINT.post("/host/answer")
def answer() -> dict[str, Any]:
    """Takes the role that this phone is offered, or with `take` false declines it."""
    companion().phones.answer(phone(), companion().pin.number, take=asked().get("take") is True)
    return {"host": is_host()}


@BLUEPRINT.post("/pin")
@host_only
def new_pin() -> dict[str, Any]:
    """Changes the PIN from `pin` to `new`; every other host is signed out."""
    data = asked()
    fresh = chosen(data.get("new"))
    pin_again(data.get("pin"), always=True)
    companion().pin.renew(fresh)
    companion().phones.crown(phone(), companion().pin.number)
    return {"host": True}


@BLUEPRINT.get("/phones")
@host_only
def phones() -> dict[str, Any]:
    """Every phone with a name or a role: `phone`, `name`, whether it is `host`, `offered` to be, or this one (`me`)."""
    table = companion()
    number, mine = table.pin.number, phone()
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
    companion().phones.revoke(other)
    return {"revoked": True}


@BLUEPRINT.delete("/phones/<other>/host")
@host_only
def uncrown(other: str) -> dict[str, Any]:
    """Takes the role of host, or the offer of it, from a phone; its name stays."""
    companion().phones.uncrown(other)
    return {"host": False}
