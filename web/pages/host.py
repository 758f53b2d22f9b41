"""The page where a phone becomes a host: the PIN, and where it stands.

It works without a script. Pages for hosts alone lead here and are shown afterwards.
"""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorer.errors import Refusal
from web.http.kept_cookie import require_cookie
from web.http.local_path import local_path
from web.request.auth import is_host, submit_pin

BLUEPRINT = Blueprint("host_page", __name__)


@BLUEPRINT.get("/host")
def page() -> str | Response:
    """The form for the PIN. `next`: the page to show afterwards."""
    target = local_path(request.args.get("next", ""))
    return redirect(target) if is_host() else render_host_form(target)


@BLUEPRINT.post("/host")
def sign_in_form() -> Response | tuple[str, int]:
    """Make this phone a host when it gives the PIN, else say at the field what is wrong with it."""
    target = local_path(request.form.get("next", ""))
    require_cookie()
    try:
        submit_pin(request.form.get("pin"))
    except Refusal as refusal:
        return render_host_form(target, refusal), 403
    return redirect(target)


def render_host_form(target: str = "/", refusal: Refusal | None = None) -> str:
    """The page with the form for the PIN."""
    return render_template("host.html", target=target, refusal=refusal)


def redirect_to_host_form(target: str) -> Response:
    """Lead a phone that is no host to the PIN, and from there to the page it asked for."""
    return redirect(url_for("host_page.page", next=target))
