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

PROTOCOL_VERSION = 3
MAX_HEADER_BYTES = 1024 * 1024
MAX_BODY_BYTES = 32 * 1024 * 1024

_MAGIC = b"fuda" + bytes([PROTOCOL_VERSION])
_PREFIX = struct.Struct(">5sII")

Message = tuple[dict[str, Any], bytes]


class ProtocolError(Exception):
    """What came over the pipe is not a message of this version."""


def encode_message(header: dict[str, Any], body: bytes = b"") -> bytes:
    """The bytes of one message; ValueError when it is larger than any reader would take."""
    head = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    if len(head) > MAX_HEADER_BYTES or len(body) > MAX_BODY_BYTES:
        raise ValueError(f"message of {len(head)} + {len(body)} bytes is too large")
    return _PREFIX.pack(_MAGIC, len(head), len(body)) + head + body


def _parse_prefix(prefix: bytes) -> tuple[int, int]:
    magic, head, body = _PREFIX.unpack(prefix)
    if magic != _MAGIC or head > MAX_HEADER_BYTES or body > MAX_BODY_BYTES:
        raise ProtocolError(f"not a message: {prefix!r}")
    return head, body


def _parse_header(data: bytes) -> dict[str, Any]:
    try:
        header = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise ProtocolError("the header is not JSON") from wrong
    if not isinstance(header, dict):
        raise ProtocolError("the header is not an object")
    return header


def read_message(stream: IO[bytes]) -> Message | None:
    """The next message of a blocking stream, None at its end; Garbled when it is none."""
    prefix = stream.read(_PREFIX.size)
    if not prefix:
        return None
    if len(prefix) < _PREFIX.size:
        raise ProtocolError("the stream ended within a message")
    head, body = _parse_prefix(prefix)
    data = stream.read(head + body)
    if len(data) < head + body:
        raise ProtocolError("the stream ended within a message")
    return _parse_header(data[:head]), data[head:]


class MessageDecoder:
    """Messages out of pieces as they arrive on a pipe that must not block."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Takes the next piece; what is no message is noticed by `next`."""
        self._buffer += chunk

    def pop(self) -> Message | None:
        """The next whole message, None while one is incomplete; Garbled as soon as the bytes cannot become one."""
        if not _MAGIC.startswith(bytes(self._buffer[: len(_MAGIC)])):
            raise ProtocolError(f"not a message: {bytes(self._buffer[:40])!r}")
        if len(self._buffer) < _PREFIX.size:
            return None
        head, body = _parse_prefix(bytes(self._buffer[: _PREFIX.size]))
        end = _PREFIX.size + head + body
        if len(self._buffer) < end:
            return None
        start = _PREFIX.size
        message = _parse_header(bytes(self._buffer[start : start + head])), bytes(self._buffer[start + head : end])
        del self._buffer[:end]
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
