"""生中継 namachukei: one stream a page; every message is the whole state with its version, so resuming is trivial."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from scorer.errors import Refusal
from scorer.texts import Text

BEAT = 2.0
"""Seconds between heartbeats; a page that hears nothing for longer than two of them calls itself stale."""


class Hub:
    """Hands the newest snapshot to every open stream. A stream that missed some gets only the newest."""

    def __init__(self, most: int = 240, each: int = 12) -> None:
        self._news = threading.Condition()
        self._number = 0
        self._newest = ""
        self._open: Counter[str] = Counter()
        self._most = most
        self._each = each
        self._closed = False
        self.crowded: Callable[[int], None] = lambda _streams: None
        """Told how many are open when one more is, before it holds a thread for as long as its page is looked at."""

    @property
    def streams(self) -> int:
        """How many pages are listening."""
        return self._open.total()

    def publish(self, snapshot: str) -> None:
        """Makes `snapshot` (one line of JSON) the newest and wakes every stream."""
        with self._news:
            self._number += 1
            self._newest = snapshot
            self._news.notify_all()

    def close(self) -> None:
        """Ends every stream, so that the server can stop."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def stream(self, address: str = "") -> Stream:
        """The messages of one page: at once the newest snapshot, then each new one, and a beat when it is quiet.

        Raises `Refusal` "too_many_phones" when there is no room, or none left for that address ("" has no such limit).
        """
        with self._news:
            if self._open.total() >= self._most or (address and self._open[address] >= self._each):
                raise Refusal(
                    "too_many_phones",
                    Text("too many phones are watching this table", "この卓を見ている端末が多すぎます"),
                )
            self._open[address] += 1
            self.crowded(self._open.total())
        return Stream(self._messages(), lambda: self._leave(address))

    def _leave(self, address: str) -> None:
        with self._news:
            self._open[address] -= 1
            self._open += Counter()  # whoever has none is forgotten

    def _messages(self) -> Iterator[str]:
        seen = 0
        yield "retry: 1000\n\n"
        while True:
            until = time.monotonic() + BEAT
            with self._news:
                while self._number == seen and not self._closed and (left := until - time.monotonic()) > 0:
                    self._news.wait(left)
                if self._closed:
                    return
                fresh, seen, newest = self._number != seen, self._number, self._newest
            yield f"id: {seen}\nevent: state\ndata: {newest}\n\n" if fresh else "event: beat\ndata: \n\n"


class Stream:
    """The messages of one page. Its place is free again when it ends or is closed, even if nobody ever read it."""

    def __init__(self, messages: Iterator[str], leave: Callable[[], None]) -> None:
        self._messages = messages
        self._leave: Callable[[], None] | None = leave

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
        leave, self._leave = self._leave, None
        if leave is not None:
            leave()
