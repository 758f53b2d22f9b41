"""What a phone needs to put the page on its home screen."""

from __future__ import annotations

from flask import Blueprint, Response, json, url_for
from flask_babel import gettext as _

from web.http.preferences import PAPER, current_preferences
from web.i18n.request_locale import request_language

BLUEPRINT = Blueprint("manifest", __name__)

_ICON_SIZES = (192, 512)
"""Pixels on a side of the icons: those that Android asks for, on the home screen and while it opens the page."""


@BLUEPRINT.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest in the phone's language. It opens the table in a window of its own."""
    paper = PAPER["dark" if current_preferences()["theme"] == "dark" else "light"]
    icons = [
        {
            "src": url_for("static", filename=f"img/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in _ICON_SIZES
        for purpose in ("any", "maskable")
    ]
    content = {
        "name": "札読み Fudayomi",
        "short_name": "札読み" if request_language() == "ja" else "Fudayomi",
        "description": _(
            "Lay real cards on the table. This page reads them, says what they are worth and keeps the score."
        ),
        "lang": request_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": icons,
    }
    return Response(json.dumps(content, ensure_ascii=False), mimetype="application/manifest+json")
