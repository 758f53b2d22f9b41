"""Who sends the request, and what that phone may do.

Guests see everything and change only what is their own. Players may also enter and correct the cards of their own hand
in the current round. Hosts may do everything else. What destroys something or gives it away asks for the PIN once more.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import request, session

from scorer.errors import Refusal
from scorer.person_names import fold_name
from scorer.rules.prompts import PromptKind
from scorer.texts import Text
from web.access.phones import Phone
from web.access.roles import GUEST, HOST, PLAYER
from web.context import context
from web.session.service import Change

ANNOUNCED_GUESSES = frozenset({3, 10, 30, 100, 300})
"""Wrong PINs in an hour at which hosts are told: not of somebody who mistyped it once, nor of each one."""

P = ParamSpec("P")
R = TypeVar("R")


def current_phone_id() -> str:
    """The ID of this phone in the ledger, made at its first request."""
    if "phone" not in session:
        session.permanent = True
        session["phone"] = secrets.token_hex(4)
    phone_id = str(session["phone"])
    context().phones.touch(phone_id, client_address())
    return phone_id


def is_host() -> bool:
    """Whether this phone is a host under the current PIN."""
    pin_number = context().pin.number
    return pin_number > 0 and _current_phone().host == pin_number


def current_name() -> str:
    """The name this phone holds, "" for a watcher."""
    return _current_phone().name


def _current_phone() -> Phone:
    return context().phones.get(str(session.get("phone", "")))


def current_role() -> str:
    """The role of this phone: "host", "player" (its name belongs to a seat) or "guest"."""
    if is_host():
        return HOST
    evening = context().service.session
    return PLAYER if evening is not None and evening.player_of(current_name()) is not None else GUEST


def client_status() -> dict[str, Any]:
    """Status of this phone: whether it is `host`, its `role` and `name`, whether it is `offered` the role of host."""
    ctx, phone = context(), _current_phone()
    return {
        "host": is_host(),
        "role": current_role(),
        "name": phone.name,
        "offered": bool(phone.offered) and phone.offered == ctx.pin.number,
    }


def news_for_phone() -> dict[str, Any]:
    """What this phone is told or asked: `guesses` at the PIN in the last hour and `moves` of names, for hosts alone.

    `asks`: the phones that ask for a name, for hosts and for the phone that holds it.
    """
    ctx, is_host_phone, name = context(), is_host(), fold_name(current_name())
    asks = [each for each in ctx.phones.requests() if is_host_phone or (name and fold_name(each.name) == name)]
    return {
        "guesses": sum(guesses_by_address().values()) if is_host_phone else 0,
        "asks": [each.as_json() for each in asks],
        "moves": [{"number": number, "name": moved} for number, moved in ctx.phones.moves] if is_host_phone else [],
    }


def guesses_by_address() -> dict[str, int]:
    """The addresses that gave wrong PINs in the last hour, and how many. Phones of hosts are left out."""
    ctx = context()
    hosts = {phone.id for phone in ctx.phones.all() if phone.host}
    return {client: count for client, count in ctx.pin.backoff.recent_failures().items() if client not in hosts}


def answer_name_request(phone: str, *, give: bool) -> None:
    """Give a name to the phone that asks for it, or decline. `host_only` unless this phone holds it or is a host's."""
    if not is_host() and phone not in {each["phone"] for each in news_for_phone()["asks"]}:
        raise host_only_refusal()
    context().phones.answer_request(phone, give=give)


def host_only(view: Callable[P, R]) -> Callable[P, R]:
    """Decorate a view for hosts. Other phones are refused with `host_only`."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not is_host():
            raise host_only_refusal()
        return view(*args, **kwargs)

    return guarded


def require_answer_permission(answers: object) -> None:
    """Raise `host_only` unless this phone may give these answers.

    A host may give every answer, a player only the cards of his own hand in the round under way: while an earlier one
    is being corrected, his cards would go into that.
    """
    if is_host():
        return
    evening = context().service.session
    is_open = evening is not None and context().service.reopened is None
    if current_role() == PLAYER and is_open and isinstance(answers, dict):
        seats, game = context().service.table().seats, context().service.game_of_round
        player = game.player_of(current_name())
        own_seat = None if player is None else game.players[player]
        own_hands = {
            prompt.path
            for prompt in context().service.prompts()
            if prompt.kind is PromptKind.CARDS and prompt.seat is not None and seats[prompt.seat] == own_seat
        }
        if answers.keys() <= own_hands:
            return
    raise host_only_refusal()


def submit_pin(pin: object) -> None:
    """Make this phone a host if `pin` is right, and remember for some minutes that it gave the PIN."""
    ctx, phone_id = context(), current_phone_id()
    # A host has attempts of his own, so strangers cannot lock him out.
    try:
        pin_number = ctx.pin.check(pin, phone_id if is_host() else client_address(), is_host=is_host())
    except Refusal as refusal:
        if refusal.code == "wrong_pin" and sum(guesses_by_address().values()) in ANNOUNCED_GUESSES:
            ctx.phones.announce()
        raise
    ctx.phones.grant_host(phone_id, pin_number)
    ctx.phones.record_pin(phone_id)


def require_pin(pin: object, *, always: bool = False) -> None:
    """Require the PIN once more, for what destroys something or gives it away.

    Unless `always`, a phone that gave the PIN in the last minutes need not repeat it. Raises `pin_again` when the PIN
    is missing.
    """
    if pin is None or pin == "":
        if not always and context().phones.has_recent_pin(current_phone_id()):
            return
        raise Refusal("pin_again", Text("This needs the host's PIN once more", "もう一度、世話役の暗証番号が必要です"))
    submit_pin(pin)


def has_rounds_at_stake() -> bool:
    """Whether an evening with rounds is under way, which starting another would end."""
    evening = context().service.session
    return evening is not None and not evening.closed and not evening.over and bool(evening.history)


def host_only_refusal() -> Refusal:
    """`host_only` for a phone that is no host."""
    return Refusal("host_only", Text("Only the host can do that", "世話役の端末からだけできます"))


def client_address() -> str:
    """The address the request comes from, "?" when it is unknown."""
    return request.remote_addr or "?"


def require_upload_allowance() -> None:
    """Counts one more picture of this address. Raises `too_many_tries` when it sent too many in a short time."""
    if not context().upload_limit.allow(client_address()):
        raise Refusal(
            "too_many_tries",
            Text("Too many pictures at once; wait a moment", "写真が続きすぎています。少し待ってください"),
        )


def change_request(data: Mapping[str, Any]) -> Change:
    """The change a request asks for: the version it is based on, its key and its author.

    Raises `bad_request` without a version or a key of 8 to 64 printable characters.
    """
    version, key = data.get("version"), data.get("key")
    if type(version) is not int or not isinstance(key, str) or not (8 <= len(key) <= 64 and key.isprintable()):
        raise Refusal(
            "bad_request",
            Text(
                "A change needs the version it was made on and a key of 8 to 64 characters",
                "変更には、元になった版の番号と8～64文字の鍵が必要です",
            ),
        )
    return Change(version, key, (current_name() or current_phone_id())[:40])
