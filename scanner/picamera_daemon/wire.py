"""Wire format between the camera daemon and its client.

The format is versioned and bounded.
The daemon sends messages of a fixed header and a body. The body is either a raw picture (BGR row by row, or a small one
as the planes Y, U and V of YUV420) or a note, a word for the camera's state. The header says how long to wait for the
next message: silence beyond that means that the daemon hangs.
The client sends requests for a picture taken from now on.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAX_SIDE_PX = 8192
"""Largest width or height of a picture in pixels, more than three times that of the large stream."""

MAX_PIXELS = 16_000_000
"""Largest picture in pixels, so that a wrong header cannot make the client reserve more than 48 MB."""

MAX_NOTE_BYTES = 40
"""Longest note in bytes; real notes are single words."""

MAX_NEXT_WITHIN_S = 30.0
"""Longest time in seconds that a message may announce until the next one, so that a hung daemon is always noticed."""

_MAGIC = b"fed\x02"
"""First bytes of every message and request; the last byte is the version."""

_HEADER = struct.Struct(">4sQQQHHHI")
_REQUEST = struct.Struct(">4sQQQ?")

HEADER_BYTES = _HEADER.size
REQUEST_BYTES = _REQUEST.size


class WireFormatError(Exception):
    """The received bytes are not of this version, or larger than anything we send."""


@dataclass(frozen=True, slots=True)
class MessageHeader:
    """Header of a message from the daemon.

    `request_number`: number of the request this picture answers, 0 for a note. `sequence`: counts messages from 1.
    `captured_at_ns`: monotonic nanoseconds at which the exposure began, or the note was written. `height`, `width`:
    pixels, 0 for a note. `next_within_s`: seconds until the next message at the latest. `body_bytes`: size of the body.
    """

    request_number: int
    sequence: int
    captured_at_ns: int
    height: int
    width: int
    next_within_s: float
    body_bytes: int

    def encode(self) -> bytes:
        """The bytes of this header."""
        numbers = (self.request_number, self.sequence, self.captured_at_ns, self.height, self.width)
        return _HEADER.pack(_MAGIC, *numbers, round(self.next_within_s * 1000), self.body_bytes)


def decode_header(data: bytes) -> MessageHeader:
    """Decode a header of `HEADER_BYTES` bytes; WireFormatError for a wrong magic, limit or body size."""
    magic, request_number, sequence, captured_at_ns, height, width, next_within_ms, body_bytes = _HEADER.unpack(data)
    is_bounded = max(height, width) <= MAX_SIDE_PX and height * width <= MAX_PIXELS
    is_valid_picture = is_bounded and body_bytes in {height * width * 3, height * width * 3 // 2}
    is_valid_body = is_valid_picture if request_number else body_bytes <= MAX_NOTE_BYTES
    if magic != _MAGIC or next_within_ms > MAX_NEXT_WITHIN_S * 1000 or not is_valid_body:
        raise WireFormatError(f"not a header: {data!r}")
    return MessageHeader(request_number, sequence, captured_at_ns, height, width, next_within_ms / 1000, body_bytes)


@dataclass(frozen=True, slots=True)
class FrameRequest:
    """Request for a picture.

    `number`: counts from 1. `not_before_ns`, `not_after_ns`: monotonic nanoseconds between which the picture may be
    taken. `is_preview`: the small picture suffices, of a table at rest or not.
    """

    number: int
    not_before_ns: int
    not_after_ns: int
    is_preview: bool = False

    def encode(self) -> bytes:
        """The bytes of this request."""
        return _REQUEST.pack(_MAGIC, self.number, self.not_before_ns, self.not_after_ns, self.is_preview)


def decode_request(data: bytes) -> FrameRequest:
    """Decode a request of `REQUEST_BYTES` bytes; WireFormatError if it is none.

    >>> decode_request(FrameRequest(1, 20, 300).encode())
    FrameRequest(number=1, not_before_ns=20, not_after_ns=300, is_preview=False)
    """
    magic, number, not_before_ns, not_after_ns, is_preview = _REQUEST.unpack(data)
    if magic != _MAGIC or not number:
        raise WireFormatError(f"not a request: {data!r}")
    return FrameRequest(number, not_before_ns, not_after_ns, is_preview)
