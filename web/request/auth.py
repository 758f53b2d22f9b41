"""誰 dare: who is asking, and what that phone may do.

Guests see everything and change only what is their own. Players may also tell and correct the cards of their own hand
in the round being told. Hosts may do the rest; what destroys or gives away asks for the PIN once more.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import request, session

from scorer.errors import Refusal
from scorer.rules.prompts import PromptKind
from scorer.texts import Text
from web.access.phones import Phone
from web.access.roles import GUEST, HOST, PLAYER
from web.context import context
from web.session.service import Change

P = ParamSpec("P")
R = TypeVar("R")


def current_phone_id() -> str:
    """The name of this phone in the ledger, given on first sight."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_hex(4)
    name = str(session["phone"])
    context().phones.touch(name, client_address())
    return name


def is_host() -> bool:
    """Whether this phone is a host under the PIN that is in force."""
    number = context().pin.number
    return number > 0 and _current_phone().host == number


def current_name() -> str:
    """The name of whoever holds this phone, "" for a watcher."""
    return _current_phone().name


def _current_phone() -> Phone:
    return context().phones.get(str(session.get("phone", "")))


def current_role() -> str:
    """What this phone is here: "host", "player" (it belongs to a seat) or "guest"."""
    if is_host():
        return HOST
    evening = context().service.session
    return PLAYER if evening is not None and current_name() in evening.players else GUEST


def client_status() -> dict[str, Any]:
    """What this phone is and has: `host` or not, `role`, `name`, whether it is `offered` to be host."""
    table, mine = context(), _current_phone()
    return {
        "host": is_host(),
        "role": current_role(),
        "name": mine.name,
        "offered": bool(mine.offered) and mine.offered == table.pin.number,
    }


def host_only(view: Callable[P, R]) -> Callable[P, R]:
    """A view for hosts; others are refused with "host_only"."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_host():
            raise _host_only_refusal()
        return view(*args, **kwargs)

    return guarded


def require_answer_permission(answers: object) -> None:
    """Refuses with "host_only" who may not give these answers: a player may, to the cards of his own hand."""
    if is_host():
        return
    evening = context().service.session
    if current_role() == PLAYER and evening is not None and isinstance(answers, dict):
        seats = context().service.table().seats
        own = {
            ask.path
            for ask in context().service.prompts()
            if ask.kind is PromptKind.CARDS and ask.seat is not None and seats[ask.seat] == current_name()
        }
        if answers.keys() <= own:
            return
    raise _host_only_refusal()


def submit_pin(pin: object) -> None:
    """Makes this phone a host when `given` is the PIN; a right one is remembered for a while."""
    table, me = context(), current_phone_id()
    # Who is host already has tries of his own: strangers cannot lock him out.
    number = table.pin.check(pin, me if is_host() else client_address(), is_host=is_host())
    table.phones.grant_host(me, number)
    table.phones.record_pin(me)


def require_pin(pin: object, *, always: bool = False) -> None:
    """The PIN once more, for what destroys or gives away; not `always` when this phone gave it in the last minutes."""
    if pin is None or pin == "":
        if not always and context().phones.has_recent_pin(current_phone_id()):
            return
        raise Refusal("pin_again", Text("this needs the host's PIN once more", "もう一度、世話役の暗証番号が必要です"))
    submit_pin(pin)


def has_rounds_at_stake() -> bool:
    """Whether an evening with rounds is being played, which starting another would end."""
    evening = context().service.session
    return evening is not None and not evening.closed and not evening.over and bool(evening.history)


def _host_only_refusal() -> Refusal:
    return Refusal("host_only", Text("only the host can do that", "世話役の端末からだけできます"))


def client_address() -> str:
    """Where the request comes from."""
    return request.remote_addr or "?"


def json_body() -> dict[str, Any]:
    """The request's JSON object; `bad_request` for anything else."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # nested deeper than anybody means it
        data = None
    if not isinstance(data, dict):
        raise Refusal(
            "bad_request", Text("the request must be a JSON object", "要求はJSONのオブジェクトで送ってください")
        )
    return data


def require_switch() -> bool:
    """The member `on` of the request's JSON object. Raises `bad_request` unless it is true or false."""
    on = json_body().get("on")
    if not isinstance(on, bool):
        raise Refusal("bad_request", Text("`on` must be true or false", "on は true か false で送ってください"))
    return on


def require_upload_allowance() -> None:
    """Counts one more picture of this address. Raises `too_many_tries` when it sent too many in a short time."""
    if not context().upload_limit.allow(client_address()):
        raise Refusal(
            "too_many_tries",
            Text("too many pictures at once; wait a little", "写真が続きすぎています。少し待ってください"),
        )


def change_request(data: Mapping[str, Any]) -> Change:
    """The change a request asks for: the version the host saw and the request's key; `bad_request` without them."""
    version, key = data.get("version"), data.get("key")
    if type(version) is not int or not isinstance(key, str) or not 8 <= len(key) <= 64:
        raise Refusal(
            "bad_request",
            Text(
                "a change needs the version it was made on and a key of 8 to 64 characters",
                "変更には、元になった版の番号と8～64文字の鍵が必要です",
            ),
        )
    return Change(version, key, (current_name() or current_phone_id())[:40])
