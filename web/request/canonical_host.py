"""一つの戸口 hitotsu no toguchi: a phone is known by a cookie, which belongs to one address; so there is one address.

Codes and television show the machine's number, because not every phone finds names in its network. Who typed a
name of this network (`fudayomi.local`) is led to the number too, else his phone would be two phones at this table.
"""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from web.config import Settings, extra_host_names
from web.system.network import LOOPBACK, own_address


def redirect_to_canonical_host(app: Flask, settings: Settings) -> None:
    """Leads pages asked for under a name of this network to `settings.url`; names that were given stay as they are."""
    host = socket.gethostname().lower()
    ours = {"fudayomi.local", host, f"{host}.local"} - {"localhost", "localhost.local"} - extra_host_names()

    @app.before_request
    def _redirect() -> Response | None:
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return None
        asked = urlsplit(f"//{request.host}")
        # Behind a door of somebody else's (a proxy with a certificate) the port is another.
        if asked.hostname not in ours or (asked.port or 80) != settings.port or own_address() == LOOPBACK:
            return None
        return redirect(settings.url.rstrip("/") + request.full_path.rstrip("?"))
