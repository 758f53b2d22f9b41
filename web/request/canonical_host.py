"""Redirect of pages to the table's one address.

A phone is known by a cookie, and a cookie belongs to one address. Codes and television show the machine's number,
because not every phone finds names in its network. A phone that asks for a name of this network (`fudayomi.local`) is
redirected to the number in its own network, else it would be two phones at this table.
"""

from __future__ import annotations

import socket
from urllib.parse import quote, urlsplit

from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from web.config import Settings
from web.system.environment import extra_host_names
from web.system.network import LOOPBACK, address_towards, is_own_address, own_address


def _reachable_url(settings: Settings, remote: str) -> str | None:
    """The address to which `remote` is led: one that it can reach. None where none is known."""
    address = own_address() if is_own_address(remote) else address_towards(remote)
    if settings.public_url or address in {None, LOOPBACK}:
        return settings.public_url or None
    return f"http://{address}:{settings.port}/"


def redirect_to_canonical_host(app: Flask, settings: Settings) -> None:
    """Redirect pages requested under a name of this network to `settings.url`.

    Names of FUDAYOMI_NAMES stay as they are.
    """
    host = socket.gethostname().lower()
    redirected_names = {"fudayomi.local", host, f"{host}.local"} - {"localhost", "localhost.local"} - extra_host_names()

    @app.before_request
    def _redirect() -> Response | None:
        if request.method != "GET" or "text/html" not in request.headers.get("Accept", ""):
            return None
        requested = urlsplit(f"//{request.host}")
        # Behind a reverse proxy (with a certificate) the port is another.
        if (requested.hostname or "").rstrip(".") not in redirected_names or (requested.port or 80) != settings.port:
            return None
        url = _reachable_url(settings, request.remote_addr or "")
        if url is None:
            return None
        # Quoted again, because Flask gives the path decoded, and a decoded line end would end the header.
        path, query = quote(request.path), quote(request.query_string, safe="%=&+,;:@!$'()*/?~")
        return redirect(url.rstrip("/") + path + (f"?{query}" if query else ""))
