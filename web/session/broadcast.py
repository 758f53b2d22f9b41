"""Broadcast of snapshots to every open page as server-sent events.

Each page has one stream. Every message is the whole state with its number, so a page resumes without replaying.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from scorer.errors import Refusal
from scorer.texts import Text

HEARTBEAT_S = 2.0
"""Seconds between heartbeats. A page that hears nothing for longer than two of them calls itself stale."""


class Hub:
    """Sends the newest snapshot to every open stream. A stream that missed some gets only the newest.

    `max_streams` is the number of streams in all, `max_per_address` of those of one address.
    """

    def __init__(self, max_streams: int = 240, max_per_address: int = 12) -> None:
        self._changed = threading.Condition()
        self._sequence = 0
        self._newest = ""
        self._open_by_address: Counter[str] = Counter()
        self._max_streams = max_streams
        self._max_per_address = max_per_address
        self._closed = False
        self.on_subscriber_count: Callable[[int], None] = lambda _streams: None
        """Called with the number of open streams when one opens, before it holds a thread for as long as its page."""

    @property
    def stream_count(self) -> int:
        """Number of pages that are listening."""
        return self._open_by_address.total()

    def has_stream(self, address: str) -> bool:
        """Whether a page at that address is listening."""
        return self._open_by_address[address] > 0

    def publish(self, snapshot: str) -> None:
        """Make `snapshot` (one line of JSON) the newest and wake every stream."""
        with self._changed:
            self._sequence += 1
            self._newest = snapshot
            self._changed.notify_all()

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def subscribe(self, address: str = "") -> Stream:
        """The stream of one page: the newest snapshot at once, then each new one, and heartbeats when none comes.

        Raises `Refusal` "too_many_phones" when all places are taken, or all those of that address ("" has no such
        limit).
        """
        with self._changed:
            if self._open_by_address.total() >= self._max_streams or (
                address and self._open_by_address[address] >= self._max_per_address
            ):
                raise Refusal(
                    "too_many_phones",
                    Text("Too many phones are watching this table", "この卓を見ている端末が多すぎます"),
                )
            self._open_by_address[address] += 1
            self.on_subscriber_count(self._open_by_address.total())
        return Stream(self._messages(), lambda: self._release(address))

    def _release(self, address: str) -> None:
        with self._changed:
            self._open_by_address[address] -= 1
            self._open_by_address += Counter()  # drops addresses without a stream

    def _messages(self) -> Iterator[str]:
        sent = 0
        yield "retry: 1000\n\n"
        while True:
            deadline = time.monotonic() + HEARTBEAT_S
            with self._changed:
                while self._sequence == sent and not self._closed and (remaining_s := deadline - time.monotonic()) > 0:
                    self._changed.wait(remaining_s)
                if self._closed:
                    return
                is_new, sent, newest = self._sequence != sent, self._sequence, self._newest
            yield f"id: {sent}\nevent: state\ndata: {newest}\n\n" if is_new else "event: beat\ndata: \n\n"


class Stream:
    """The messages of one page.

    Its place is free again when the stream ends or is closed, even if nobody ever read it.
    """

    def __init__(self, messages: Iterator[str], on_close: Callable[[], None]) -> None:
        self._messages = messages
        self._on_close: Callable[[], None] | None = on_close

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> str:
        try:
            return next(self._messages)
        except StopIteration:
            self.close()
            raise

    def close(self) -> None:
        """Free the place, once."""
        on_close, self._on_close = self._on_close, None
        if on_close is not None:
            on_close()
