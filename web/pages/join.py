"""着席 chakuseki: sitting down: tap your name, or type one to watch under. Works without a script."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.request.auth import address, asked, phone, role, who_am_i
from web.session.names import name
from web.system.network import own

BLUEPRINT = Blueprint("join", __name__)


@BLUEPRINT.get("/join")
def page() -> str:
    """Who are you? The page that the code leads to."""
    return _page()


@BLUEPRINT.post("/join")
def sit() -> Response | tuple[str, int]:
    """Takes the name and goes to the table; asks before it is taken from another phone. No name: just watching."""
    given = request.form.get("name", "")
    if not given.strip():
        companion().phones.leave(phone())
        session["watching"] = True
        return redirect(url_for("page.page"))
    try:
        _claim(given, take=bool(request.values.get("take")))
    except Refusal as refusal:
        return _page(refusal, given), 409
    return redirect(url_for("page.page"))


@BLUEPRINT.post("/api/join")
def join() -> dict[str, Any]:
    """Gives this phone the `name` of a player or guest; with `take` also when another phone holds it."""
    data = asked()
    _claim(data.get("name"), take=data.get("take") is True)
    return {"name": who_am_i(), "role": role()}


@BLUEPRINT.delete("/api/join")
def leave() -> dict[str, Any]:
    """This phone belongs to nobody any more."""
    companion().phones.leave(phone())
    return {"name": "", "role": role()}


def _claim(given: object, *, take: bool) -> None:
    table = companion()
    wanted = name(given)
    if not table.joining.take(address()):
        raise Refusal(
            "too_many_tries", Text("too many names; wait a minute", "名前を変えすぎです。1分ほど待ってください")
        )
    evening = table.room.session
    # Somebody who types his own name sits down as himself.
    seated = {player.casefold(): player for player in evening.players} if evening else {}
    table.phones.claim(phone(), seated.get(wanted.casefold(), wanted), take=take)
    session.pop("watching", None)


def _page(refusal: Refusal | None = None, given: str = "") -> str:
    table, mine, me = companion(), who_am_i(), phone()
    evening = table.room.session
    others = {one.name for one in table.phones.all() if one.name != mine}
    return render_template(
        "join.html",
        refusal=refusal,
        given=given[:64],
        asks=refusal is not None and refusal.code == "name_taken",
        players=[(player, player in others) for player in evening.players] if evening and not evening.closed else [],
        # This machine's own browsers, and all who come through a door of somebody else's, share one address.
        beside=frozenset() if own(address()) else table.phones.beside(me, address()),
        me=mine,
    )
