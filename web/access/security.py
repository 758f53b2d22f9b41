"""HTTP security: Host and Origin checks, rate limits and headers.

This is the only place that sets security headers. On plain http in a home network browsers send no Sec-Fetch headers,
so the Origin header decides. Any DNS name can be made to point at this server (DNS rebinding), so only addresses and
known names are accepted as Host.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.rate_limit import RateLimiter, Windows
from web.access.request_size import MAX_JSON_BYTES, is_for_files
from web.refusals import nothing_here
from web.system.network import is_own_address

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)

SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


CHANGE_LIMITS: Windows = {1: 30, 60: 600}
"""Changes allowed per address: more than people can tap, few enough for the server to stay responsive."""

OVERALL_CHANGE_LIMITS: Windows = {1: 200, 60: 3000}
"""Changes allowed for all addresses together, in case many addresses send at once."""

SPARED_CHANGES = 40
"""Changes in a minute that an address may make whatever the others do: more than a host makes while he books rounds."""


def install_security(app: Flask, host_names: frozenset[str]) -> None:
    """Check the Host of every request, and Origin and rate of every change, and set the headers of every response."""
    change_limit = RateLimiter(CHANGE_LIMITS, OVERALL_CHANGE_LIMITS, spared=SPARED_CHANGES)

    @app.before_request
    def _check_request() -> None:
        if not is_host_allowed(request.headers.get("Host", ""), host_names):
            raise Refusal(
                "bad_host",
                Text(
                    "This page is not reached under that name; use its address, or start it with --name",
                    "その名前ではこのページにつながりません。アドレスを使うか、--name を付けて起動してください",
                ),
            )
        if request.method not in SAFE_METHODS and not is_same_origin(request):
            raise Refusal(
                "bad_origin",
                Text(
                    "Changes are accepted only from this page's own address",
                    "変更は、このページ自身のアドレスからだけ受け付けます",
                ),
            )
        if not request.path.isprintable():
            raise nothing_here()  # no page is called so, and paths are copied into headers
        if not _is_utf8(request.query_string):
            raise Refusal("bad_request", Text("The address is not UTF-8", "アドレスがUTF-8ではありません"))
        address = request.remote_addr or "?"
        if request.method not in SAFE_METHODS and not is_own_address(address) and not change_limit.allow(address):
            raise Refusal(
                "too_many_tries",
                Text("Too many changes at once; wait a moment", "変更が続きすぎています。少し待ってください"),
            )
        if request.is_json or not is_for_files(app, request.endpoint):
            request.max_content_length = MAX_JSON_BYTES

    @app.after_request
    def _set_headers(response: Response) -> Response:
        for header, value in SECURITY_HEADERS.items():
            response.headers.setdefault(header, value)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_host_allowed(host: str, host_names: frozenset[str]) -> bool:
    """Whether a Host header is an address literal or one of `host_names` (lower case), with or without a port.

    >>> is_host_allowed("192.168.1.5:8000", frozenset())
    True
    >>> is_host_allowed("evil.example", frozenset({"fudayomi.local"}))
    False
    """
    try:
        parts = urlsplit(f"//{host}")
        name = parts.hostname
        _ = parts.port  # ValueError for a bad port
    except ValueError:
        return False
    if name is None or parts.username is not None or parts.path or parts.query or parts.fragment:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.rstrip(".") in host_names
    return True


def is_same_origin(request_: Request) -> bool:
    """Whether an unsafe request comes from our own page: Origin equals Host, else Sec-Fetch-Site says so."""
    origin = request_.headers.get("Origin")
    if origin is None:
        return request_.headers.get("Sec-Fetch-Site") == "same-origin"
    host = request_.headers.get("Host", "")
    return origin in {f"http://{host}", f"https://{host}"}
