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
from scorer.rules.prompts import AskKind
from scorer.texts import Text
from web.access.phones import Phone
from web.companion import companion
from web.http.navigation import GUEST, HOST, PLAYER
from web.session.service import Change

P = ParamSpec("P")
R = TypeVar("R")


def phone() -> str:
    """The name of this phone in the ledger, given on first sight."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_hex(4)
    name = str(session["phone"])
    companion().phones.saw(name, address())
    return name


def is_host() -> bool:
    """Whether this phone is a host under the PIN that is in force."""
    number = companion().pin.number
    return number > 0 and _mine().host == number


def who_am_i() -> str:
    """The name of whoever holds this phone, "" for a watcher."""
    return _mine().name


def _mine() -> Phone:
    return companion().phones.of(str(session.get("phone", "")))


def role() -> str:
    """What this phone is here: "host", "player" (it belongs to a seat) or "guest"."""
    if is_host():
        return HOST
    evening = companion().room.session
    return PLAYER if evening is not None and who_am_i() in evening.players else GUEST


def standing() -> dict[str, Any]:
    """What this phone is and has: `host` or not, `role`, `name`, whether it is `offered` to be host."""
    table, mine = companion(), _mine()
    return {
        "host": is_host(),
        "role": role(),
        "name": mine.name,
        "offered": bool(mine.offered) and mine.offered == table.pin.number,
    }


def host_only(view: Callable[P, R]) -> Callable[P, R]:
    """A view for hosts; others are refused with "host_only"."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_host():
            raise _host_only()
        return view(*args, **kwargs)

    return guarded


def may_tell(answers: object) -> None:
    """Refuses with "host_only" who may not give these answers: a player may, to the cards of his own hand."""
    if is_host():
        return
    evening = companion().room.session
    if role() == PLAYER and evening is not None and isinstance(answers, dict):
        seats = companion().room.table().seats
        own = {
            ask.path
            for ask in companion().room.asks()
            if ask.kind is AskKind.CARDS and ask.seat is not None and seats[ask.seat] == who_am_i()
        }
        if answers.keys() <= own:
            return
    raise _host_only()


def give_pin(given: object) -> None:
    """Makes this phone a host when `given` is the PIN; a right one is remembered for a while."""
    table, me = companion(), phone()
    # Who is host already has tries of his own: strangers cannot lock him out.
    number = table.pin.check(given, me if is_host() else address(), host=is_host())
    table.phones.crown(me, number)
    table.phones.prove(me)


def pin_again(given: object, *, always: bool = False) -> None:
    """The PIN once more, for what destroys or gives away; not `always` when this phone gave it in the last minutes."""
    if given is None or given == "":
        if not always and companion().phones.proved(phone()):
            return
        raise Refusal("pin_again", Text("this needs the host's PIN once more", "もう一度、世話役の暗証番号が必要です"))
    give_pin(given)


def rounds_at_stake() -> bool:
    """Whether an evening with rounds is being played, which starting another would end."""
    evening = companion().room.session
    return evening is not None and not evening.closed and not evening.over and bool(evening.history)


def _host_only() -> Refusal:
    return Refusal("host_only", Text("only the host can do that", "世話役の端末からだけできます"))


def address() -> str:
    """Where the request comes from."""
    return request.remote_addr or "?"


def asked() -> dict[str, Any]:
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


def change(data: Mapping[str, Any]) -> Change:
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
    return Change(version, key, (who_am_i() or phone())[:40])
