"""The page where a phone takes a name. It works without a script."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from web.context import context
from web.http.kept_cookie import require_cookie
from web.request.auth import client_address, current_name, current_phone_id
from web.request.name_claim import claim_name
from web.system.network import is_own_address

BLUEPRINT = Blueprint("join_page", __name__)


@BLUEPRINT.get("/join")
def page() -> str:
    """The page "who are you?", to which the code leads."""
    return _render_page()


@BLUEPRINT.post("/join")
def join_form() -> Response | tuple[str, int]:
    """Take the name and go to the table. Asks before it is taken from another phone. Without a name: just watch."""
    require_cookie()
    name = request.form.get("name", "")
    if not name.strip():
        context().phones.release_name(current_phone_id())
        session["watching"] = True
        return redirect(url_for("main.page"))
    try:
        claim_name(name, take=bool(request.values.get("take")))
    except Refusal as refusal:
        return _render_page(refusal, name), 409
    return redirect(url_for("main.page"))


def _render_page(refusal: Refusal | None = None, name: str = "") -> str:
    ctx, own_name, phone_id = context(), current_name(), current_phone_id()
    evening = ctx.service.session
    held_names = {phone.name for phone in ctx.phones.all() if phone.name != own_name}
    return render_template(
        "join.html",
        refusal=refusal,
        given=name[:64],
        asks=refusal is not None and refusal.code == "name_taken",
        waits=refusal is not None and refusal.code == "name_asked",
        players=[(name, name in held_names) for seat in evening.people for name in seat]
        if evening and not evening.closed
        else [],
        # This machine's own browsers, and all phones behind a reverse proxy, share one address.
        names_here=frozenset()
        if is_own_address(client_address())
        else ctx.phones.names_at_same_address(phone_id, client_address()),
        me=own_name,
    )
