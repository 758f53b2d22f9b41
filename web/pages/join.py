"""The page where a phone takes a name; it works without a script."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from web.context import context
from web.request.auth import client_address, current_name, current_phone_id
from web.request.name_claim import claim_name
from web.system.network import is_own_address

BLUEPRINT = Blueprint("join_page", __name__)


@BLUEPRINT.get("/join")
def page() -> str:
    """Who are you? The page that the code leads to."""
    return _render_page()


@BLUEPRINT.post("/join")
def join_form() -> Response | tuple[str, int]:
    """Takes the name and goes to the table; asks before it is taken from another phone. No name: just watching."""
    given = request.form.get("name", "")
    if not given.strip():
        context().phones.release_name(current_phone_id())
        session["watching"] = True
        return redirect(url_for("page.page"))
    try:
        claim_name(given, take=bool(request.values.get("take")))
    except Refusal as refusal:
        return _render_page(refusal, given), 409
    return redirect(url_for("page.page"))


def _render_page(refusal: Refusal | None = None, given: str = "") -> str:
    table, mine, me = context(), current_name(), current_phone_id()
    evening = table.service.session
    others = {one.name for one in table.phones.all() if one.name != mine}
    return render_template(
        "join.html",
        refusal=refusal,
        given=given[:64],
        asks=refusal is not None and refusal.code == "name_taken",
        players=[(player, player in others) for player in evening.players] if evening and not evening.closed else [],
        # This machine's own browsers, and all who come through a door of somebody else's, share one address.
        beside=frozenset()
        if is_own_address(client_address())
        else table.phones.names_at_same_address(me, client_address()),
        me=mine,
    )
