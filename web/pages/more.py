"""The page of everything else: name, host, end of evening, other pages.

It has plain forms, which work without a script.
"""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.games import games
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry, more_entries
from web.pages.host import render_host_form
from web.request.auth import (
    answer_name_request,
    change_request,
    current_name,
    current_phone_id,
    current_role,
    host_only,
    is_host,
    news_for_phone,
    require_pin,
    submit_pin,
)
from web.system.wifi import active_wifi

BLUEPRINT = Blueprint("more", __name__, url_prefix="/more")
PLACES = (NavEntry("/more", Text("More", "その他"), 90, "他"),)


@BLUEPRINT.get("")
def more() -> str:
    """The page of everything that is not the table itself."""
    return _render_page()


@BLUEPRINT.post("/pin")
def pin() -> Response | tuple[str, int]:
    """Make this phone a host when it gives the PIN."""
    try:
        submit_pin(request.form.get("pin"))
    except Refusal as refusal:
        return render_host_form("/", refusal), 403
    return redirect(url_for("main.page"))


@BLUEPRINT.post("/leave")
def leave() -> Response:
    """Make this phone a guest or player again."""
    context().phones.revoke_host(current_phone_id())
    return redirect(url_for("more.more"))


@BLUEPRINT.post("/answer")
def answer() -> Response | tuple[str, int]:
    """Accept or decline the role of host that this phone is offered."""
    try:
        context().phones.answer_offer(current_phone_id(), context().pin.number, accept=bool(request.form.get("take")))
    except Refusal as refusal:
        return _render_page(refusal), 409
    return redirect(url_for("main.page"))


@BLUEPRINT.post("/name")
def answer_name() -> Response | tuple[str, int]:
    """Give a name to the phone that asks for it, or decline."""
    try:
        answer_name_request(request.form.get("phone", ""), give=bool(request.form.get("give")))
    except Refusal as refusal:
        return _render_page(refusal), 409
    return redirect(url_for("more.more"))


@BLUEPRINT.post("/close")
@host_only
def close() -> Response | tuple[str, int]:
    """End the evening. Asks for the PIN again."""
    data = {"version": request.form.get("version", type=int), "key": request.form.get("key")}
    try:
        require_pin(request.form.get("pin"))
        context().service.close(change_request(data))
    except Refusal as refusal:
        return _render_page(refusal), 409
    return redirect(url_for("main.page"))


def _render_page(refusal: Refusal | None = None) -> str:
    ctx, phone_id = context(), current_phone_id()
    evening, pin_number, hall = ctx.service.session, ctx.pin.number, ctx.outbox.membership
    return render_template(
        "more.html",
        refusal=refusal,
        join=ctx.settings.url,
        others=ctx.settings.other_urls,
        wifi=active_wifi(ctx.settings.data_dir),
        players=list(evening.players) if evening else [],
        evening=ctx.service.evening_id,
        running=evening is not None and not evening.closed,
        me=current_name(),
        host=is_host(),
        offered=pin_number > 0 and ctx.phones.get(phone_id).offered == pin_number,
        news=news_for_phone(),
        proved=ctx.phones.has_recent_pin(phone_id),
        version=ctx.service.version,
        key=secrets.token_hex(12),
        games=games().values(),
        in_hall=hall.table_url if hall else "",
        places=more_entries(ctx.navigation, current_role()),
    )
