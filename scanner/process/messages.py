"""Messages between the page's process and the scanner worker.

They go over two pipes. A message is a fixed prefix (magic with version, length of the header, length of the body), a
JSON object as the header and bytes as the body. While the worker prepares an answer it sends heartbeats,
`{"beat": true}`, which distinguish a slow worker from a dead one.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

from scorer.errors import Refusal
from scorer.json_input import parse_json
from scorer.texts import Text

PROTOCOL_VERSION = 3
"""Version of this protocol; page and worker of different versions refuse each other."""

MAX_HEADER_BYTES = 1024 * 1024
"""Largest header in bytes, far above the reads of any picture."""

MAX_BODY_BYTES = 32 * 1024 * 1024
"""Largest body in bytes: twice the largest picture that is accepted."""

_MAGIC = b"fuda" + bytes([PROTOCOL_VERSION])
_PREFIX = struct.Struct(">5sII")

Message = tuple[dict[str, Any], bytes]
"""Header and body."""


class ProtocolError(Exception):
    """The received bytes are not a message of this version."""


def encode_message(header: dict[str, Any], body: bytes = b"") -> bytes:
    """Encode one message; ValueError when it is larger than a reader accepts."""
    header_data = json.dumps(header, ensure_ascii=False, allow_nan=False).encode()
    if len(header_data) > MAX_HEADER_BYTES or len(body) > MAX_BODY_BYTES:
        raise ValueError(f"message of {len(header_data)} + {len(body)} bytes is too large")
    return _PREFIX.pack(_MAGIC, len(header_data), len(body)) + header_data + body


def _parse_prefix(prefix: bytes) -> tuple[int, int]:
    """Lengths of header and body in bytes; ProtocolError for another version or lengths beyond the limits."""
    magic, header_bytes, body_bytes = _PREFIX.unpack(prefix)
    if magic != _MAGIC or header_bytes > MAX_HEADER_BYTES or body_bytes > MAX_BODY_BYTES:
        raise ProtocolError(f"not a message: {prefix!r}")
    return header_bytes, body_bytes


def _parse_header(data: bytes) -> dict[str, Any]:
    try:
        header = parse_json(data)
    except ValueError as error:
        raise ProtocolError("the header is not JSON") from error
    if not isinstance(header, dict):
        raise ProtocolError("the header is not an object")
    return header


def read_message(stream: IO[bytes]) -> Message | None:
    """Read the next message of a blocking stream; None at its end, ProtocolError when it is no message."""
    prefix = stream.read(_PREFIX.size)
    if not prefix:
        return None
    if len(prefix) < _PREFIX.size:
        raise ProtocolError("the stream ended within a message")
    header_bytes, body_bytes = _parse_prefix(prefix)
    data = stream.read(header_bytes + body_bytes)
    if len(data) < header_bytes + body_bytes:
        raise ProtocolError("the stream ended within a message")
    return _parse_header(data[:header_bytes]), data[header_bytes:]


class MessageDecoder:
    """Assembles messages from the chunks that arrive on a non-blocking pipe."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, chunk: bytes) -> None:
        """Append the next chunk; `pop` reports bytes that are no message."""
        self._buffer += chunk

    def pop(self) -> Message | None:
        """Return the next message, None while it is incomplete; ProtocolError once the bytes cannot become one."""
        if not _MAGIC.startswith(bytes(self._buffer[: len(_MAGIC)])):
            raise ProtocolError(f"not a message: {bytes(self._buffer[:40])!r}")
        if len(self._buffer) < _PREFIX.size:
            return None
        header_bytes, body_bytes = _parse_prefix(bytes(self._buffer[: _PREFIX.size]))
        end = _PREFIX.size + header_bytes + body_bytes
        if len(self._buffer) < end:
            return None
        start = _PREFIX.size
        message = (
            _parse_header(bytes(self._buffer[start : start + header_bytes])),
            bytes(self._buffer[start + header_bytes : end]),
        )
        del self._buffer[:end]
        return message


def text_to_json(text: Text | None) -> dict[str, str] | None:
    """Encode a text for a header."""
    return None if text is None else text.as_json()


def text_from_json(data: dict[str, str] | None) -> Text | None:
    """Decode what `text_to_json` has written."""
    return None if data is None else Text(data["en"], data["ja"])


def refusal_from_json(data: dict[str, Any]) -> Refusal:
    """Decode a refusal from its `as_json`."""
    error = data["error"]
    message = Text(error["message"]["en"], error["message"]["ja"])
    return Refusal(error["code"], message, seat=error["seat"], cards=tuple(error["cards"]))
