"""The other things: joining, who is who, being host, ending the evening, the way to every other page. Plain forms."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.discover import games
from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.http.navigation import Place, listed
from web.request.auth import change, give_pin, host_only, is_host, phone, pin_again, role, who_am_i
from web.system.wifi import wifi_here

BLUEPRINT = Blueprint("more", __name__, url_prefix="/more")
PLACES = (Place("/more", Text("More", "その他"), 90, "他"),)


@BLUEPRINT.get("")
def more() -> str:
    """The page of everything that is not the table itself."""
    return _page()


@BLUEPRINT.post("/pin")
def pin() -> Response | tuple[str, int]:
    """Makes this phone a host when it gives the PIN."""
    try:
        give_pin(request.form.get("pin"))
    except Refusal as refusal:
        return _page(refusal), 403
    return redirect(url_for("page.page"))


@BLUEPRINT.post("/leave")
def leave() -> Response:
    """Makes this phone a guest again."""
    companion().phones.uncrown(phone())
    return redirect(url_for("more.more"))


@BLUEPRINT.post("/answer")
def answer() -> Response | tuple[str, int]:
    """Takes or declines the role of host that this phone is offered."""
    try:
        companion().phones.answer(phone(), companion().pin.number, take=bool(request.form.get("take")))
    except Refusal as refusal:
        return _page(refusal), 409
    return redirect(url_for("page.page"))


@BLUEPRINT.post("/close")
@host_only
def close() -> Response | tuple[str, int]:
    """Ends the evening; asks for the PIN again."""
    told = {"version": request.form.get("version", type=int), "key": request.form.get("key")}
    try:
        pin_again(request.form.get("pin"))
        companion().room.close(change(told))
    except Refusal as refusal:
        return _page(refusal), 409
    return redirect(url_for("page.page"))


def _page(refusal: Refusal | None = None) -> str:
    table, mine = companion(), phone()
    evening, number = table.room.session, table.pin.number
    return render_template(
        "more.html",
        refusal=refusal,
        join=table.settings.url,
        wifi=wifi_here(table.settings.data),
        players=list(evening.players) if evening else [],
        running=evening is not None and not evening.closed,
        me=who_am_i(),
        host=is_host(),
        offered=number > 0 and table.phones.of(mine).offered == number,
        proved=table.phones.proved(mine),
        version=table.room.version,
        key=secrets.token_hex(12),
        games=games().values(),
        places=listed(role()),
    )
