"""生中継 namachukei: one stream a page; every message is the whole state with its version, so resuming is trivial."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from scorer.errors import Refusal
from scorer.texts import Text

HEARTBEAT_S = 2.0
"""Seconds between heartbeats; a page that hears nothing for longer than two of them calls itself stale."""


class Hub:
    """Hands the newest snapshot to every open stream. A stream that missed some gets only the newest."""

    def __init__(self, max_streams: int = 240, max_per_address: int = 12) -> None:
        self._changed = threading.Condition()
        self._sequence = 0
        self._newest = ""
        self._open_by_address: Counter[str] = Counter()
        self._max_streams = max_streams
        self._max_per_address = max_per_address
        self._closed = False
        self.on_subscriber_count: Callable[[int], None] = lambda _streams: None
        """Told how many are open when one more is, before it holds a thread for as long as its page is looked at."""

    @property
    def stream_count(self) -> int:
        """How many pages are listening."""
        return self._open_by_address.total()

    def publish(self, snapshot: str) -> None:
        """Makes `snapshot` (one line of JSON) the newest and wakes every stream."""
        with self._changed:
            self._sequence += 1
            self._newest = snapshot
            self._changed.notify_all()

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def subscribe(self, address: str = "") -> Stream:
        """The messages of one page: at once the newest snapshot, then each new one, and a beat when it is quiet.

        Raises `Refusal` "too_many_phones" when there is no room, or none left for that address ("" has no such limit).
        """
        with self._changed:
            if self._open_by_address.total() >= self._max_streams or (
                address and self._open_by_address[address] >= self._max_per_address
            ):
                raise Refusal(
                    "too_many_phones",
                    Text("too many phones are watching this table", "この卓を見ている端末が多すぎます"),
                )
            self._open_by_address[address] += 1
            self.on_subscriber_count(self._open_by_address.total())
        return Stream(self._messages(), lambda: self._release(address))

    def _release(self, address: str) -> None:
        with self._changed:
            self._open_by_address[address] -= 1
            self._open_by_address += Counter()  # whoever has none is forgotten

    def _messages(self) -> Iterator[str]:
        seen = 0
        yield "retry: 1000\n\n"
        while True:
            until = time.monotonic() + HEARTBEAT_S
            with self._changed:
                while self._sequence == seen and not self._closed and (left := until - time.monotonic()) > 0:
                    self._changed.wait(left)
                if self._closed:
                    return
                fresh, seen, newest = self._sequence != seen, self._sequence, self._newest
            yield f"id: {seen}\nevent: state\ndata: {newest}\n\n" if fresh else "event: beat\ndata: \n\n"


class Stream:
    """The messages of one page. Its place is free again when it ends or is closed, even if nobody ever read it."""

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
        """Gives the place back, once."""
        leave, self._on_close = self._on_close, None
        if leave is not None:
            leave()
