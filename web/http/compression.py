"""荷造り nizukuri: pages, styles, scripts and data packed small on their way to slow phones."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from flask import Flask, Response, request

COMPRESSIBLE_TYPES = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"})
"""What is text; pictures are packed already, the stream must not wait."""
MIN_COMPRESSED_BYTES = 1024
"""Bytes below which packing gains nothing."""
_CODE = frozenset({"text/css", "text/javascript"})
_MARGIN = re.compile(rb"^[ \t]*(?://[^\n]*|/\*.*?\*/)?", re.MULTILINE | re.DOTALL)
"""Indentation and the comment that begins a line. No string of our scripts runs over several lines."""


def enable_compression(app: Flask) -> None:
    """Answers with gzip whoever takes it. No answer holds a secret beside others' words: its length betrays nothing."""

    @app.after_request
    def _compress_response(response: Response) -> Response:
        if response.mimetype in _CODE and response.status_code == 200:
            response.direct_passthrough = False
            response.set_data(strip_margins(response.get_data()))
        if response.mimetype not in COMPRESSIBLE_TYPES or "Content-Encoding" in response.headers:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code != 200 or request.method != "GET" or not request.accept_encodings.quality("gzip"):
            return response
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) >= MIN_COMPRESSED_BYTES:
            response.set_data(_gzip(plain))
            response.headers["Content-Encoding"] = "gzip"
            etag, _ = response.get_etag()
            if etag:
                response.set_etag(etag, weak=True)
        return response


@lru_cache(maxsize=128)
def strip_margins(code: bytes) -> bytes:
    """A script or style without indentation and the comments before its lines; every line keeps its number.

    >>> strip_margins(b"/** A\\n comment. */\\nif (a) {\\n  b(); // c\\n}")
    b'\\n\\nif (a) {\\nb(); // c\\n}'
    """
    return _MARGIN.sub(lambda found: b"\n" * found[0].count(b"\n"), code)


@lru_cache(maxsize=64)
def _gzip(plain: bytes) -> bytes:
    """The same for the same, so that a table full of phones costs one packing."""
    return gzip.compress(plain, 6, mtime=0)
