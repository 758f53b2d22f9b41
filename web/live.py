"""生中継 namachukei: one stream a page; every message is the whole state with its version, so resuming is trivial."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from scorer.errors import Refusal
from scorer.texts import Text

BEAT = 2.0
"""Seconds between heartbeats; a page that hears nothing for longer than two of them calls itself stale."""


class Hub:
    """Hands the newest snapshot to every open stream. A stream that missed some gets only the newest."""

    def __init__(self, most: int = 240) -> None:
        self._news = threading.Condition()
        self._number = 0
        self._newest = ""
        self._open = 0
        self._most = most
        self._closed = False

    @property
    def streams(self) -> int:
        """How many pages are listening."""
        return self._open

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

    def stream(self) -> Iterator[str]:
        """The messages of one page: at once the newest snapshot, then each new one, and a beat when it is quiet.

        Raises `Refusal` "too_many_phones" before the first message when there is no room.
        """
        with self._news:
            if self._open >= self._most:
                raise Refusal(
                    "too_many_phones",
                    Text("too many phones are watching this table", "この卓を見ている端末が多すぎます"),
                )
            self._open += 1
        return self._messages()

    def _messages(self) -> Iterator[str]:
        seen = 0
        try:
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
        finally:
            with self._news:
                self._open -= 1
