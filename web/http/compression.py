"""Compression of text answers for slow phones."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flask import Flask, Response, request

COMPRESSIBLE_TYPES = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json"})
"""Media types of text. Pictures are compressed already, and the stream must not wait."""
MIN_COMPRESSED_BYTES = 1024
"""Bytes below which compression gains nothing."""
MAX_REMEMBERED_BYTES = 256 * 1024
"""Bytes of the largest answer that is kept compressed: several times a page. Only one phone asks for more, once."""
_CODE = frozenset({"text/css", "text/javascript"})
"""Media types that lose indentation and comments."""
_INDENT_OR_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*.*?\*/)?", re.MULTILINE | re.DOTALL)
"""Indentation, and a comment that begins a line. No string in our scripts spans several lines."""


def enable_compression(app: Flask) -> None:
    """Send text as gzip to clients that accept it, and scripts and styles without indentation and comments.

    No answer holds a secret beside text from others, so its length betrays nothing.
    """

    @app.after_request
    def _compress_response(response: Response) -> Response:
        if response.mimetype in _CODE and response.status_code == 200:
            response.direct_passthrough = False
            response.set_data(strip_comments(response.get_data()))
        if response.mimetype not in COMPRESSIBLE_TYPES or "Content-Encoding" in response.headers:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code != 200 or request.method != "GET" or not request.accept_encodings.quality("gzip"):
            return response
        if response.is_streamed and not response.direct_passthrough:
            response.response = _compress_pieces(response.iter_encoded())
            response.headers["Content-Encoding"] = "gzip"
            return response
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) >= MIN_COMPRESSED_BYTES:
            response.set_data(_compress_once(plain) if len(plain) <= MAX_REMEMBERED_BYTES else _compress(plain))
            response.headers["Content-Encoding"] = "gzip"
            etag, _ = response.get_etag()
            if etag:
                response.set_etag(etag, weak=True)
        return response


@lru_cache(maxsize=128)
def strip_comments(code: bytes) -> bytes:
    """A script or style without indentation and comments that begin a line. Every line keeps its number.

    >>> strip_comments(b"/** A\\n comment. */\\nif (a) {\\n  b(); // c\\n}")
    b'\\n\\nif (a) {\\nb(); // c\\n}'
    """
    return _INDENT_OR_COMMENT.sub(lambda match: b"\n" * match[0].count(b"\n"), code)


@lru_cache(maxsize=64)
def _compress_once(plain: bytes) -> bytes:
    """The bytes as gzip. Equal answers to a table full of phones are compressed once."""
    return _compress(plain)


def _compress(plain: bytes) -> bytes:
    return gzip.compress(plain, 6, mtime=0)


def _compress_pieces(plain: Iterable[bytes]) -> Iterator[bytes]:
    """An answer made in pieces as gzip, in pieces."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    for piece in plain:
        if compressed := compressor.compress(piece):
            yield compressed
    yield compressor.flush()
