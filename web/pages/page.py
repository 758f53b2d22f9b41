"""The page itself, its drawings of cards, and the code others scan to join."""

from __future__ import annotations

import io

from flask import Blueprint, Response, render_template, send_file, session

from scanner.art import drawing
from scorer.errors import Refusal
from scorer.texts import Text
from web.companion import companion
from web.http.navigation import Place
from web.i18n.script_messages import words
from web.request.auth import is_host, phone, who_am_i
from web.system.wifi import page_code, svg

BLUEPRINT = Blueprint("page", __name__)
PLACES = (
    Place("/#table", Text("Table", "卓上"), 10, "卓"),
    Place("/#hands", Text("Hands", "手札"), 20, "札"),
    Place("/#history", Text("History", "記録"), 40, "帳"),
)

_DAY = "public, max-age=86400"
_FAN = ("h01-1", "h03-1", "h08-1", "h11-1", "h12-1")


@BLUEPRINT.get("/")
def page() -> str:
    """The one page; what it shows comes through the stream."""
    phone()
    return render_template(
        "page.html",
        words=words(),
        me=who_am_i(),
        host=is_host(),
        watching="watching" in session,
        demo=companion().settings.demo,
        fan=_FAN,
    )


@BLUEPRINT.get("/art/<code>.svg")
def art(code: str) -> Response:
    """The drawing of a face, or of a deck's back by its kind."""
    try:
        svg = drawing(code)
    except FileNotFoundError:
        raise _nothing() from None
    return Response(svg, mimetype="image/svg+xml", headers={"Cache-Control": _DAY})


@BLUEPRINT.get("/picture/<name>.jpg")
def picture(name: str) -> Response:
    """A picture of this table, for phones that have opened its page."""
    jpeg = companion().pictures.get(name) if "phone" in session else None
    if jpeg is None:
        raise _nothing()
    return send_file(io.BytesIO(jpeg), mimetype="image/jpeg")


@BLUEPRINT.get("/join.svg")
def join() -> Response:
    """The code that lets another phone sit down."""
    return Response(svg(page_code(f"{companion().settings.url}join")), mimetype="image/svg+xml")


def _nothing() -> Refusal:
    return Refusal("not_found", Text("there is nothing here", "ここには何もありません"))
