"""The page on which a table joins a hall and leaves it.

It has plain forms, which work without a script.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.roles import HOST, PLAYER
from web.context import context
from web.http.navigation import NavEntry
from web.outbox.hall_client import parse_hall_url
from web.request.auth import current_phone_id, host_only, is_host, require_pin
from web.session.validators import clean_name

BLUEPRINT = Blueprint("hall_page", __name__, url_prefix="/hall")
PLACES = (
    NavEntry(
        "/hall",
        Text("Hall", "会場"),
        65,
        sign="館",
        description=Text("One page for many tables.", "多くの卓を一つのページで。"),
        roles=frozenset({HOST, PLAYER}),
    ),
)


@BLUEPRINT.get("")
def hall() -> str:
    """How it stands with the hall."""
    return _render_page()


@BLUEPRINT.post("/join")
@host_only
def join() -> Response | tuple[str, int]:
    """Join the hall at the address given, by its code. Asks for the PIN, because rounds go to another machine then."""
    try:
        require_pin(request.form.get("pin"))
        address = parse_hall_url(request.form.get("address"))
        name = clean_name(request.form.get("name"))
        context().outbox.join(address, request.form.get("code", ""), name, context().settings.url)
    except Refusal as refusal:
        return _render_page(refusal), 422
    return redirect(url_for("hall_page.hall"))


@BLUEPRINT.post("/leave")
@host_only
def leave() -> Response | tuple[str, int]:
    """Leave the hall."""
    try:
        require_pin(request.form.get("pin"))
    except Refusal as refusal:
        return _render_page(refusal), 403
    context().outbox.leave()
    return redirect(url_for("hall_page.hall"))


def _render_page(refusal: Refusal | None = None) -> str:
    return render_template(
        "hall.html",
        refusal=refusal,
        status=context().outbox.status,
        host=is_host(),
        proved=context().phones.has_recent_pin(current_phone_id()),
        given=request.form,
    )
