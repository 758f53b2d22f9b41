"""The other things: joining, who is who, being host, ending the evening. Plain forms; no script is needed."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorer.discover import games
from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.places import Place, listed
from web.who import address, change, host_only, is_host, phone, role, who_am_i

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
        number = companion().pin.check(request.form.get("pin"), address())
    except Refusal as refusal:
        return _page(refusal), 403
    phone()
    session["host"] = number
    return redirect(url_for("page.page"))


@BLUEPRINT.post("/leave")
def leave() -> Response:
    """Makes this phone a guest again."""
    session.pop("host", None)
    return redirect(url_for("more.more"))


@BLUEPRINT.post("/me")
def me() -> Response:
    """Says which player holds this phone; only this phone remembers it."""
    phone()
    session["me"] = request.form.get("me", "")[:64]
    return redirect(url_for("page.page"))


@BLUEPRINT.post("/close")
@host_only
def close() -> Response | tuple[str, int]:
    """Ends the evening."""
    told = {"version": request.form.get("version", type=int), "key": request.form.get("key")}
    try:
        companion().room.close(change(told))
    except Refusal as refusal:
        return _page(refusal), 409
    return redirect(url_for("page.page"))


def _page(refusal: Refusal | None = None) -> str:
    table = companion()
    evening = table.room.session
    return render_template(
        "more.html",
        refusal=refusal,
        join=table.settings.url,
        players=list(evening.players) if evening else [],
        running=evening is not None and not evening.closed,
        me=who_am_i(),
        host=is_host(),
        version=table.room.version,
        key=secrets.token_hex(12),
        games=games().values(),
        places=listed(role()),
    )
