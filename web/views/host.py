"""Becoming host, and ceasing to be."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, session

from web.companion import companion
from web.who import address, asked, is_host, phone

BLUEPRINT = Blueprint("host", __name__, url_prefix="/api")


@BLUEPRINT.get("/me")
def me() -> dict[str, Any]:
    """Whether this phone is a host."""
    return {"host": is_host()}


@BLUEPRINT.post("/host")
def sign_in() -> dict[str, Any]:
    """Makes this phone a host when it gives the PIN."""
    number = companion().pin.check(asked().get("pin"), address())
    phone()
    session["host"] = number
    return {"host": True}


@BLUEPRINT.delete("/host")
def sign_out() -> dict[str, Any]:
    """Makes this phone a guest again."""
    session.pop("host", None)
    return {"host": False}
