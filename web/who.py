"""誰 dare: who is asking. Guests see everything; only a phone that gave the PIN changes the table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import request, session

from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.room import Change

P = ParamSpec("P")
R = TypeVar("R")


def phone() -> str:
    """The name of this phone in the ledger, given on first sight."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_hex(4)
    return str(session["phone"])


def is_host() -> bool:
    """Whether this phone gave the PIN that is in force."""
    number = companion().pin.number
    return number > 0 and session.get("host") == number


def who_am_i() -> str:
    """The player this phone says it belongs to, "" for a watcher."""
    return str(session.get("me", ""))


def host_only(view: Callable[P, R]) -> Callable[P, R]:
    """A view for hosts; others are refused with "host_only"."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_host():
            raise Refusal("host_only", Text("only the host can do that", "世話役の端末からだけできます"))
        return view(*args, **kwargs)

    return guarded


def address() -> str:
    """Where the request comes from."""
    return request.remote_addr or "?"


def asked() -> dict[str, Any]:
    """The request's JSON object; `bad_request` for anything else."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise Refusal(
            "bad_request", Text("the request must be a JSON object", "要求はJSONのオブジェクトで送ってください")
        )
    return data


def change(data: Mapping[str, Any]) -> Change:
    """The change a request asks for: the version the host saw and the request's key; `bad_request` without them."""
    version, key = data.get("version"), data.get("key")
    if type(version) is not int or not isinstance(key, str) or not 8 <= len(key) <= 64:
        raise Refusal(
            "bad_request",
            Text(
                "a change needs the version it was made on and a key of 8 to 64 characters",
                "変更には、元になった版の番号と8〜64文字の鍵が必要です",
            ),
        )
    return Change(version, key, (who_am_i() or phone())[:40])
