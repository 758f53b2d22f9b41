"""A path below which a proxy puts the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

_PREFIX = re.compile(r"(?:/[A-Za-z0-9~_.-]+)+/?")
"""What a proxy may say: whatever else came in this header is not a path, and passed over."""
_LINK = rb"""(\s(?:href|src|action|formaction)=["'])(?=/)(?!//)(?!%b/)"""
"""Where an element of a page names a path of this server that does not begin with the prefix yet."""


def serve_below_prefix(app: Flask) -> None:
    """Believe `X-Forwarded-Prefix`, and let every link, form and redirect lead below it.

    For servers behind a proxy alone.
    """
    serve_at_root = app.wsgi_app

    def serve(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        prefix = environ.get("HTTP_X_FORWARDED_PREFIX", "")
        if _PREFIX.fullmatch(prefix):
            environ["SCRIPT_NAME"] = prefix.rstrip("/")
        return serve_at_root(environ, start_response)

    app.wsgi_app = serve  # type: ignore[method-assign]

    @app.after_request
    def _lead_below(response: Response) -> Response:
        root = request.script_root
        if not root:
            return response
        if response.location:
            response.location = below(root, response.location)
        if response.mimetype == "text/html" and not response.is_streamed:
            response.set_data(lead_below(root, response.get_data()))
        return response


def below(root: str, path: str) -> str:
    """A path of this server below `root`, which may begin with it. An address of another server stays what it is.

    >>> below("/cards", "/more"), below("/cards", "/cards/more"), below("/cards", "//other.example/")
    ('/cards/more', '/cards/more', '//other.example/')
    """
    return root + path if re.match(rf"/(?!/)(?!{re.escape(root[1:])}/)", path) else path


def lead_below(root: str, page: bytes) -> bytes:
    """A page whose links lead below `root`, and whose scripts find it in `data-root`.

    >>> lead_below("/cards", b'<html> <a href="/more"> <a href="/cards/static/x"> <a href="//other.example/">')
    b'<html data-root="/cards"> <a href="/cards/more"> <a href="/cards/static/x"> <a href="//other.example/">'
    """
    prefix = root.encode()
    led = re.sub(_LINK % re.escape(prefix), lambda match: match[1] + prefix, page)
    return led.replace(b"<html", b'<html data-root="%b"' % prefix, 1)
