"""Broadcast of snapshots to every open page as server-sent events.

Each page has one stream. Every message is the whole state with its number, so a page resumes without replaying.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.address_group import address_group, places_of

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
        self._streams: dict[str, list[Stream]] = {}
        """Open streams by group of addresses, the newest last."""
        self._max_streams = max_streams
        self._max_per_address = max_per_address
        self._closed = False
        self.on_subscriber_count: Callable[[int], None] = lambda _streams: None
        """Called with the number of open streams when one opens, before it holds a thread for as long as its page."""

    @property
    def stream_count(self) -> int:
        """Number of pages that are listening."""
        return sum(map(len, self._streams.values()))

    def has_stream(self, address: str) -> bool:
        """Whether a page at that address is listening."""
        return bool(self._streams.get(address_group(address) if address else "", ()))

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

    def subscribe(self, address: str = "", *, is_seated: bool = False) -> Stream:
        """The stream of one page: the newest snapshot at once, then each new one, and heartbeats when none comes.

        When all places are taken, or all those of that address ("" has no such limit), a seated player or a host gets
        the place of the guest who came last from where most streams are. Others get `Refusal` "too_many_phones".
        """
        group = address_group(address) if address else ""
        with self._changed:
            own = self._streams.get(group, [])
            if group and len(own) >= places_of(group, self._max_per_address):
                self._make_place([own], is_seated=is_seated)
            elif self.stream_count >= self._max_streams:
                self._make_place(self._streams.values(), is_seated=is_seated)
            stream = Stream(self, group, is_seated=is_seated)
            self._streams.setdefault(group, []).append(stream)
            self.on_subscriber_count(self.stream_count)
        return stream

    def release(self, stream: Stream) -> None:
        """Free the place of a stream, if it still has one."""
        with self._changed:
            streams = self._streams.get(stream.group, [])
            if stream in streams:
                streams.remove(stream)
            if not streams:
                self._streams.pop(stream.group, None)

    def _make_place(self, groups: Iterable[list[Stream]], *, is_seated: bool) -> None:
        for streams in sorted(groups, key=len, reverse=True):
            guests = [stream for stream in streams if not stream.is_seated]
            if guests and is_seated:
                guests[-1].is_over = True
                self.release(guests[-1])
                self._changed.notify_all()
                return
        raise Refusal(
            "too_many_phones", Text("Too many phones are watching this table", "この卓を見ている端末が多すぎます")
        )

    def messages_for(self, stream: Stream) -> Iterator[str]:
        """What a stream sends, until it or the hub ends."""
        sent = 0
        yield "retry: 1000\n\n"
        while True:
            deadline = time.monotonic() + HEARTBEAT_S
            with self._changed:
                while not (stream.is_over or self._closed or self._sequence != sent):
                    if (remaining_s := deadline - time.monotonic()) <= 0:
                        break
                    self._changed.wait(remaining_s)
                if self._closed or stream.is_over:
                    return
                is_new, sent, newest = self._sequence != sent, self._sequence, self._newest
            yield f"id: {sent}\nevent: state\ndata: {newest}\n\n" if is_new else "event: beat\ndata: \n\n"


class Stream:
    """The messages of one page, of a seated player or a guest.

    Its place is free again when the stream ends or is closed, even if nobody ever read it.
    """

    def __init__(self, hub: Hub, group: str, *, is_seated: bool) -> None:
        self.group = group
        self.is_seated = is_seated
        self.is_over = False
        self._hub = hub
        self._messages = hub.messages_for(self)

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> str:
        try:
            return next(self._messages)
        except StopIteration:
            self.close()
            raise

    def close(self) -> None:
        """Free the place."""
        self._hub.release(self)
