"""管 kuda: what goes through the two pipes between the feeder and the picture source, one version, bounded.

Towards the source: a fixed head and a body, either a raw picture (BGR row by row, or a small one as the planes Y, U and
V of YUV420) or a note, a word saying how the camera is. The head says how long to wait for the next message: silence
beyond that means that the feeder hangs.
Towards the feeder: questions for a picture taken from now on.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAX_SIDE_PX = 8192
MAX_PIXELS = 16_000_000
MAX_NOTE_BYTES = 40
MAX_NEXT_WITHIN_S = 30.0

_MAGIC = b"fed\x02"  # the last byte is the version
_HEADER = struct.Struct(">4sQQQHHHI")
_REQUEST = struct.Struct(">4sQQQ?")

HEADER_BYTES = _HEADER.size
REQUEST_BYTES = _REQUEST.size


class WireFormatError(Exception):
    """What came over the pipe is not of this version, or larger than anything we send."""


@dataclass(frozen=True, slots=True)
class MessageHeader:
    """`answers`: number of the question this picture answers, 0 for a note. `sequence`: counts messages from 1.

    `taken`: monotonic nanoseconds at which the exposure began, or the note was written. `height`, `width`: pixels, 0
    for a note. `patience`: seconds until the next message at the latest. `size`: bytes of the body.
    """

    request_number: int
    sequence: int
    captured_at_ns: int
    height: int
    width: int
    next_within_s: float
    body_bytes: int

    def encode(self) -> bytes:
        """The bytes of this head."""
        numbers = (self.request_number, self.sequence, self.captured_at_ns, self.height, self.width)
        return _HEADER.pack(_MAGIC, *numbers, round(self.next_within_s * 1000), self.body_bytes)


def decode_header(data: bytes) -> MessageHeader:
    """The head of `HEAD_SIZE` bytes; Garbled unless it is one, with a body of just the right size."""
    magic, answers, sequence, taken, height, width, patience, size = _HEADER.unpack(data)
    bounded = max(height, width) <= MAX_SIDE_PX and height * width <= MAX_PIXELS
    picture = bounded and size in {height * width * 3, height * width * 3 // 2}
    if magic != _MAGIC or patience > MAX_NEXT_WITHIN_S * 1000 or not (picture if answers else size <= MAX_NOTE_BYTES):
        raise WireFormatError(f"not a head: {data!r}")
    return MessageHeader(answers, sequence, taken, height, width, patience / 1000, size)


@dataclass(frozen=True, slots=True)
class FrameRequest:
    """A question: number (from 1), and the monotonic nanoseconds from and until which a picture may be taken.

    `small`: the small picture will do, of a table at rest or not.
    """

    number: int
    not_before_ns: int
    not_after_ns: int
    is_preview: bool = False

    def encode(self) -> bytes:
        """The bytes of this question."""
        return _REQUEST.pack(_MAGIC, self.number, self.not_before_ns, self.not_after_ns, self.is_preview)


def decode_request(data: bytes) -> FrameRequest:
    """The question of `ASK_SIZE` bytes; Garbled when it is none.

    >>> decode_request(FrameRequest(1, 20, 300).encode())
    FrameRequest(number=1, not_before_ns=20, not_after_ns=300, is_preview=False)
    """
    magic, number, since, until, small = _REQUEST.unpack(data)
    if magic != _MAGIC or not number:
        raise WireFormatError(f"not a question: {data!r}")
    return FrameRequest(number, since, until, small)
