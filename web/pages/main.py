"""The main page, its drawings of cards, and the code others scan to join."""

from __future__ import annotations

import io

from flask import Blueprint, Response, jsonify, render_template, send_file, session

from scanner.art import load_svg
from scorer.texts import Text
from web.context import context
from web.http.navigation import NavEntry
from web.i18n.script_messages import script_messages, view_messages
from web.refusals import nothing_here
from web.request.auth import current_name, current_phone_id, is_host
from web.system.wifi import page_qr_code, qr_svg

BLUEPRINT = Blueprint("main", __name__)
PLACES = (
    NavEntry("/#table", Text("Table", "卓上"), 10, "卓"),
    NavEntry("/#history", Text("History", "記録"), 40, "帳"),
)

_CACHE_CONTROL = "public, max-age=86400"
_TITLE_CARDS = ("h01-1", "h03-1", "h08-1", "h11-1", "h12-1")


@BLUEPRINT.get("/")
def page() -> str:
    """The one page. What it shows comes through the stream."""
    current_phone_id()
    return render_template(
        "main.html",
        messages=script_messages(),
        me=current_name(),
        host=is_host(),
        watching="watching" in session,
        demo=context().settings.is_demo,
        fan=_TITLE_CARDS,
    )


@BLUEPRINT.get("/words")
def words() -> Response:
    """What the views say that the page loads when they are first opened, in the language of the phone."""
    return jsonify(view_messages())


@BLUEPRINT.get("/art/<code>.svg")
def art(code: str) -> Response:
    """The drawing of a face, or of a deck's back by its kind."""
    try:
        svg = load_svg(code)
    except FileNotFoundError:
        raise nothing_here() from None
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": _CACHE_CONTROL})


@BLUEPRINT.get("/picture/<name>.jpg")
def picture(name: str) -> Response:
    """A picture of this table, for phones that have opened its page."""
    jpeg = context().pictures.get(name) if "phone" in session else None
    if jpeg is None:
        raise nothing_here()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")


@BLUEPRINT.get("/join.svg")
def join() -> Response:
    """The code with which another phone joins the table."""
    return Response(qr_svg(page_qr_code(f"{context().settings.url}join")), mimetype="image/svg+xml")
