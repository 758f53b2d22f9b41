"""管 kuda: what goes through the two pipes between the feeder and the picture source, one version, bounded.

Towards the source: a fixed head and a body, either a raw picture (BGR row by row, or a small one as the planes Y, U and
V of YUV420) or a note, a word saying how the camera is. The head says how long to wait for the next message: silence
beyond that means that the feeder hangs.
Towards the feeder: questions for a picture taken from now on.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MOST_SIDE = 8192
MOST_PIXELS = 16_000_000
MOST_NOTE = 40
MOST_PATIENCE = 30.0

_MAGIC = b"fed\x02"  # the last byte is the version
_HEAD = struct.Struct(">4sQQQHHHI")
_ASK = struct.Struct(">4sQQQ?")

HEAD_SIZE = _HEAD.size
ASK_SIZE = _ASK.size


class Garbled(Exception):  # noqa: N818  what came is none of ours; the pipe cannot be trusted any more
    """What came over the pipe is not of this version, or larger than anything we send."""


@dataclass(frozen=True, slots=True)
class Head:
    """`answers`: number of the question this picture answers, 0 for a note. `sequence`: counts messages from 1.

    `taken`: monotonic nanoseconds at which the exposure began, or the note was written. `height`, `width`: pixels, 0
    for a note. `patience`: seconds until the next message at the latest. `size`: bytes of the body.
    """

    answers: int
    sequence: int
    taken: int
    height: int
    width: int
    patience: float
    size: int

    def packed(self) -> bytes:
        """The bytes of this head."""
        numbers = (self.answers, self.sequence, self.taken, self.height, self.width)
        return _HEAD.pack(_MAGIC, *numbers, round(self.patience * 1000), self.size)


def head_of(data: bytes) -> Head:
    """The head of `HEAD_SIZE` bytes; Garbled unless it is one, with a body of just the right size."""
    magic, answers, sequence, taken, height, width, patience, size = _HEAD.unpack(data)
    bounded = max(height, width) <= MOST_SIDE and height * width <= MOST_PIXELS
    picture = bounded and size in {height * width * 3, height * width * 3 // 2}
    if magic != _MAGIC or patience > MOST_PATIENCE * 1000 or not (picture if answers else size <= MOST_NOTE):
        raise Garbled(f"not a head: {data!r}")
    return Head(answers, sequence, taken, height, width, patience / 1000, size)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: number (from 1), and the monotonic nanoseconds from and until which a picture may be taken.

    `small`: the small picture will do, of a table at rest or not.
    """

    number: int
    since: int
    until: int
    small: bool = False

    def packed(self) -> bytes:
        """The bytes of this question."""
        return _ASK.pack(_MAGIC, self.number, self.since, self.until, self.small)


def ask_of(data: bytes) -> Ask:
    """The question of `ASK_SIZE` bytes; Garbled when it is none.

    >>> ask_of(Ask(1, 20, 300).packed())
    Ask(number=1, since=20, until=300, small=False)
    """
    magic, number, since, until, small = _ASK.unpack(data)
    if magic != _MAGIC or not number:
        raise Garbled(f"not a question: {data!r}")
    return Ask(number, since, until, small)
