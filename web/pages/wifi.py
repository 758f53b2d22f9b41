"""The code that brings a phone into the table's own Wi-Fi.

It is scanned before that of the page.
"""

from __future__ import annotations

from flask import Blueprint, Response, session

from web.context import context
from web.refusals import nothing_here
from web.system.wifi import active_wifi, qr_svg

BLUEPRINT = Blueprint("wifi", __name__)


@BLUEPRINT.get("/wifi.svg")
def code() -> Response:
    """The code, for phones that have opened a page of this table. `not_found` for a table without its own Wi-Fi."""
    wifi = active_wifi(context().settings.data_dir)
    if wifi is None or "phone" not in session:
        raise nothing_here()
    return Response(qr_svg(wifi.qr_code()), mimetype="image/svg+xml")
