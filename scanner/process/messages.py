"""文 fumi: the messages between the page's process and the scanner worker, over two pipes.

A message is a fixed prefix (magic with version, length of the header, length of the body), a JSON object and bytes.
While the worker works on an answer it sends beats, `{"beat": true}`, so that a slow one can be told from a dead one.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

from scorer.errors import Refusal
from scorer.texts import Text

VERSION = 3
MOST_HEADER = 1024 * 1024
MOST_BODY = 32 * 1024 * 1024

_MAGIC = b"fuda" + bytes([VERSION])
_PREFIX = struct.Struct(">5sII")

Message = tuple[dict[str, Any], bytes]


class Garbled(Exception):  # noqa: N818  what came is not a message; the pipe cannot be trusted any more
    """What came over the pipe is not a message of this version."""


def packed(header: dict[str, Any], body: bytes = b"") -> bytes:
    """The bytes of one message; ValueError when it is larger than any reader would take."""
    head = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    if len(head) > MOST_HEADER or len(body) > MOST_BODY:
        raise ValueError(f"message of {len(head)} + {len(body)} bytes is too large")
    return _PREFIX.pack(_MAGIC, len(head), len(body)) + head + body


def _sizes(prefix: bytes) -> tuple[int, int]:
    magic, head, body = _PREFIX.unpack(prefix)
    if magic != _MAGIC or head > MOST_HEADER or body > MOST_BODY:
        raise Garbled(f"not a message: {prefix!r}")
    return head, body


def _header(data: bytes) -> dict[str, Any]:
    try:
        header = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Garbled("the header is not JSON") from wrong
    if not isinstance(header, dict):
        raise Garbled("the header is not an object")
    return header


def receive(stream: IO[bytes]) -> Message | None:
    """The next message of a blocking stream, None at its end; Garbled when it is none."""
    prefix = stream.read(_PREFIX.size)
    if not prefix:
        return None
    if len(prefix) < _PREFIX.size:
        raise Garbled("the stream ended within a message")
    head, body = _sizes(prefix)
    data = stream.read(head + body)
    if len(data) < head + body:
        raise Garbled("the stream ended within a message")
    return _header(data[:head]), data[head:]


class Inbox:
    """Messages out of pieces as they arrive on a pipe that must not block."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, piece: bytes) -> None:
        """Takes the next piece; what is no message is noticed by `next`."""
        self._data += piece

    def next(self) -> Message | None:
        """The next whole message, None while one is incomplete; Garbled as soon as the bytes cannot become one."""
        if not _MAGIC.startswith(bytes(self._data[: len(_MAGIC)])):
            raise Garbled(f"not a message: {bytes(self._data[:40])!r}")
        if len(self._data) < _PREFIX.size:
            return None
        head, body = _sizes(bytes(self._data[: _PREFIX.size]))
        end = _PREFIX.size + head + body
        if len(self._data) < end:
            return None
        start = _PREFIX.size
        message = _header(bytes(self._data[start : start + head])), bytes(self._data[start + head : end])
        del self._data[:end]
        return message


def text_to_json(text: Text | None) -> dict[str, str] | None:
    """A text for a header."""
    return None if text is None else text.as_json()


def text_from_json(data: dict[str, str] | None) -> Text | None:
    """The text that `text_to_json` wrote."""
    return None if data is None else Text(data["en"], data["ja"])


def refusal_from_json(data: dict[str, Any]) -> Refusal:
    """The refusal whose `as_json` was sent."""
    error = data["error"]
    message = Text(error["message"]["en"], error["message"]["ja"])
    return Refusal(error["code"], message, seat=error["seat"], cards=tuple(error["cards"]))
