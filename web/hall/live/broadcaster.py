"""One thread that feeds every watching phone, however many there are.

A stream is taken over from the web server with its open socket, so that a phone that only watches holds no thread.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from contextlib import suppress

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.address_group import address_group, places_of
from web.server.channel import READ_WINDOW_S

HEARTBEAT_S = 4.0
"""Seconds between heartbeats. A page that hears nothing for longer than two of them calls itself stale."""
MAX_UNSENT_BYTES = 1024 * 1024
"""Bytes that wait for a phone that does not read. Beyond them its stream is closed, and it may come back.

So it is after `READ_WINDOW_S` in which it read nothing.
"""
_READ_BYTES = 4096
"""Bytes read at once from a phone, which has nothing more to say."""

FirstMessage = Callable[[str], bytes]
"""Gives what a new stream of a topic gets at once, nothing if that is still to be read: see `Broadcaster.welcome`."""


TakeOver = Callable[[socket.socket | None, bytes], None]
"""Takes over the socket of a stream, None if its phone has gone, and sends it the head of the answer."""


class _Stream:
    """One phone: its socket, what it watches, what waits to be sent."""

    __slots__ = ("group", "is_blocked", "is_kept", "is_new", "moved_at", "sock", "topic", "unsent", "unsent_bytes")

    def __init__(self, sock: socket.socket, topic: str, group: str, *, is_kept: bool) -> None:
        self.sock = sock
        self.topic = topic
        self.group = group
        self.is_kept = is_kept
        self.moved_at = time.monotonic()
        self.unsent: deque[bytes] = deque()
        self.unsent_bytes = 0
        # Blocked: the selector says when it can be written to again. New: it waits for the first message of its topic.
        self.is_blocked, self.is_new = False, True


class Broadcaster:
    """Sends messages of a topic to the phones that watch it. Thread-safe.

    `max_streams` is the number of streams in all, `max_per_address` of those of one address ("" has no such limit).
    """

    def __init__(self, first_message: FirstMessage, max_streams: int = 4000, max_per_address: int = 40) -> None:
        self._first_message = first_message
        self._max_streams = max_streams
        self._max_per_address = max_per_address
        self._lock = threading.Lock()
        self._orders: deque[Callable[[], None]] = deque()
        self._by_group: Counter[str] = Counter()
        self._topics: Counter[str] = Counter()
        self._streams: dict[int, _Stream] = {}
        self._watching: defaultdict[str, set[_Stream]] = defaultdict(set)
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = socket.socketpair()
        self._wake_read.settimeout(0)
        self._wake_write.settimeout(0)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
        self._thread.start()

    @property
    def stream_count(self) -> int:
        """Number of phones that watch."""
        return self._by_group.total()

    def is_watched(self, topic: str) -> bool:
        """Whether anybody watches the topic."""
        return self._topics[topic] > 0

    def watched_topics(self) -> list[str]:
        """Every topic that somebody watches."""
        with self._lock:
            return list(self._topics)

    def reserve(self, topic: str, address: str, *, is_kept: bool = False) -> TakeOver:
        """A place for one more stream, free again when the stream ends.

        When there is no place, one that `is_kept` gets that of the guest who came last from where most streams are.
        Others get refusal `too_many_phones`.
        """
        group = address_group(address) if address else ""
        with self._lock:
            is_group_full = bool(group) and self._by_group[group] >= places_of(group, self._max_per_address)
            if is_group_full or self.stream_count >= self._max_streams:
                last = self._last_guest(group if is_group_full else None) if is_kept else None
                if last is None:
                    raise Refusal(
                        "too_many_phones",
                        Text("Too many phones are watching this table", "この卓を見ている端末が多すぎます"),
                    )
                self._order(lambda: self._drop(last))
            self._by_group[group] += 1
            self._topics[topic] += 1

        def attach(sock: socket.socket | None, head: bytes) -> None:
            if sock is None:
                self._release(topic, group)
            else:
                self._order(lambda: self._open(_Stream(sock, topic, group, is_kept=is_kept), head))

        return attach

    def _last_guest(self, group: str | None) -> _Stream | None:
        """The last stream that is not kept, of `group`, or where that is None of the group with most of them."""
        guests = [stream for stream in list(self._streams.values()) if not stream.is_kept]
        crowd = Counter(stream.group for stream in guests).most_common(1)
        wanted = crowd[0][0] if crowd and group is None else group
        return next((stream for stream in reversed(guests) if stream.group == wanted), None)

    def publish(self, topic: str, message: bytes) -> None:
        """Send `message` to everybody who watches the topic."""
        self._order(lambda: self._publish(topic, message))

    def welcome(self, topic: str, message: bytes) -> None:
        """Send `message` to those who watch the topic and have heard nothing of it yet."""
        self._order(lambda: self._publish(topic, message, only_new=True))

    def close(self) -> None:
        """End every stream."""
        self._is_closed = True
        self._order(lambda: None)
        self._thread.join()

    def _order(self, order: Callable[[], None]) -> None:
        self._orders.append(order)
        with suppress(OSError):  # a full pipe wakes the thread as well
            self._wake_write.send(b"!")

    def _run(self) -> None:
        next_beat = time.monotonic() + HEARTBEAT_S
        while not self._is_closed:
            for key, events in self._selector.select(max(0.0, next_beat - time.monotonic())):
                if key.data is None:
                    with suppress(OSError):
                        self._wake_read.recv(_READ_BYTES)
                else:
                    self._serve(key.data, events)
            while self._orders:
                self._orders.popleft()()
            if time.monotonic() >= next_beat:
                next_beat = time.monotonic() + HEARTBEAT_S
                for stream in list(self._streams.values()):
                    if stream.unsent and time.monotonic() - stream.moved_at > READ_WINDOW_S:
                        self._drop(stream)
                    else:
                        self._send(stream, b"event: beat\ndata: \n\n")
        for stream in list(self._streams.values()):
            self._drop(stream)
        self._selector.close()
        self._wake_read.close()
        self._wake_write.close()

    def _open(self, stream: _Stream, head: bytes) -> None:
        stream.sock.settimeout(0)
        self._streams[stream.sock.fileno()] = stream
        self._watching[stream.topic].add(stream)
        self._selector.register(stream.sock, selectors.EVENT_READ, stream)
        first = self._first_message(stream.topic)
        stream.is_new = not first
        self._send(stream, head + b"retry: 1000\n\n" + first)

    def _publish(self, topic: str, message: bytes, *, only_new: bool = False) -> None:
        for stream in list(self._watching.get(topic, ())):
            if stream.is_new or not only_new:
                stream.is_new = False
                self._send(stream, message)

    def _serve(self, stream: _Stream, events: int) -> None:
        if events & selectors.EVENT_READ:
            try:
                received = stream.sock.recv(_READ_BYTES)
            except BlockingIOError:
                received = b"?"
            except OSError:
                received = b""
            if not received:
                self._drop(stream)
                return
        if events & selectors.EVENT_WRITE:
            self._flush(stream)

    def _send(self, stream: _Stream, message: bytes) -> None:
        if stream.sock.fileno() < 0:
            return
        if not stream.unsent:
            stream.moved_at = time.monotonic()
        stream.unsent.append(message)
        stream.unsent_bytes += len(message)
        if len(stream.unsent) == 1:
            self._flush(stream)
        elif stream.unsent_bytes > MAX_UNSENT_BYTES:
            self._drop(stream)

    def _flush(self, stream: _Stream) -> None:
        try:
            while stream.unsent:
                sent = stream.sock.send(stream.unsent[0])
                stream.unsent_bytes -= sent
                stream.moved_at = time.monotonic()
                if sent < len(stream.unsent[0]):
                    stream.unsent[0] = stream.unsent[0][sent:]
                else:
                    stream.unsent.popleft()
            self._set_blocked(stream, is_blocked=False)
        except BlockingIOError:
            self._set_blocked(stream, is_blocked=True)
        except OSError:
            self._drop(stream)

    def _set_blocked(self, stream: _Stream, *, is_blocked: bool) -> None:
        # Mostly nothing changes, and the selector's call would cost as much as sending.
        if stream.is_blocked != is_blocked:
            stream.is_blocked = is_blocked
            events = selectors.EVENT_READ | (selectors.EVENT_WRITE if is_blocked else 0)
            self._selector.modify(stream.sock, events, stream)

    def _drop(self, stream: _Stream) -> None:
        if self._streams.pop(stream.sock.fileno(), None) is None:
            return
        self._watching[stream.topic].discard(stream)
        if not self._watching[stream.topic]:
            del self._watching[stream.topic]
        self._selector.unregister(stream.sock)
        stream.sock.close()
        self._release(stream.topic, stream.group)

    def _release(self, topic: str, group: str) -> None:
        with self._lock:
            for counts, key in ((self._by_group, group), (self._topics, topic)):
                counts[key] -= 1
                if not counts[key]:
                    del counts[key]


def sse(event: str, data: str) -> bytes:
    """A server-sent event. `data` is one line.

    >>> sse("tables", "[]")
    b'event: tables\\ndata: []\\n\\n'
    """
    return f"event: {event}\ndata: {data}\n\n".encode()
