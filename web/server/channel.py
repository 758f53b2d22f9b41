"""A connection of a phone, which answers one request at a time."""

from __future__ import annotations

import struct
import time
from collections import deque
from contextlib import suppress
from functools import partial
from socket import SO_LINGER, SOL_SOCKET, socket
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from web.access.address_group import places_of
from web.server.request_parser import RequestParser, client_of

MAX_CONNECTIONS_PER_ADDRESS = 24
"""Connections one address may have open. A browser keeps six and a stream, and a phone may show two pages."""
READ_WINDOW_S = 10.0
"""Seconds in which a phone must have read `LEAST_READ_BYTES` of its answer, or all of it. Wi-Fi fails for less."""
LEAST_READ_BYTES = 32 * 1024
"""Bytes that even a phone at the edge of a Wi-Fi reads in `READ_WINDOW_S`."""
REQUEST_S = 60.0
"""Seconds in which a request must have come whole. The largest picture takes them at 2 Mbit/s."""
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER: what was not sent is dropped, so that the system keeps nothing for a phone that does not read."""


class ClosingTask(WSGITask):
    """An answer after which the connection is closed when there is no place for it.

    Phones that are told to come back later would otherwise hold the connections that others wait for.
    """

    channel: Any

    def build_response_header(self) -> bytes:
        """The head of the answer."""
        if self.status.startswith("503"):
            self.set_close_on_finish()
        if ("Content-Type", "text/event-stream; charset=utf-8") in self.response_headers:
            self.channel.begin_stream()
        header: bytes = super().build_response_header()
        return header


class PhoneChannel(HTTPChannel):
    """A connection. It is closed at once when its client has too many.

    An answer is kept here until it has been read, without a thread. Only a stream waits for its reader, because it
    leaves out what was not read in time.
    """

    task_class = ClosingTask
    # The types that come with waitress know of no others than its own.
    server: Any
    requests: Any
    request: Any
    socket: Any
    parser_class: Any

    def __init__(self, server: Any, sock: socket, addr: Any, adj: Any, map: dict[int, Any]) -> None:  # noqa: A002
        self.client = client_of(addr[0])
        self.ahead = b""
        self.is_stream = False
        self.parser_class = partial(
            RequestParser,
            client=self.client,
            peer=addr[0],
            body_limit=server.body_limit,
            bodies=server.bodies,
            put_aside=self._put_aside,
        )
        self._serving: RequestParser | None = None
        self._unread: deque[RequestParser] = deque()
        self._processor_from = 0.0
        self._sent, self._sent_before = 0, 0
        self._window_from = time.monotonic()
        super().__init__(server, sock, addr, adj, map=map)
        same_client = sum(isinstance(each, PhoneChannel) and each.client == self.client for each in map.values())
        if self.client and same_client > places_of(self.client, MAX_CONNECTIONS_PER_ADDRESS):
            self.handle_close()

    @property
    def is_idle(self) -> bool:
        """Whether no answer is under way."""
        return not self.requests and not self.total_outbufs_len

    def is_too_slow(self, now: float) -> bool:
        """Whether the phone neither reads its answer nor sends its request at a pace. To be asked every second."""
        if not self.writable() or self._sent - self._sent_before >= LEAST_READ_BYTES:
            self._window_from, self._sent_before = now, self._sent
        request = self.request
        is_request_late = request is not None and now - request.began_at > REQUEST_S
        return is_request_late or now - self._window_from > READ_WINDOW_S

    def abort(self) -> None:
        """Close the connection and drop what was not read."""
        with suppress(OSError):
            self.socket.setsockopt(SOL_SOCKET, SO_LINGER, _RESET_ON_CLOSE)
        self.handle_close()

    def begin_stream(self) -> None:
        """The answer is a stream: its thread, which is one more, counts no longer for its client."""
        self.is_stream = True
        if self._serving is not None:
            self._charge(self._serving)
            self.server.task_dispatcher.leave(self._serving)

    def readable(self) -> bool:
        """Whether to read: not while there is a request to answer first."""
        return not self.ahead and super().readable()

    def writable(self) -> bool:
        """Whether there is something to send, or a request that came with the last one."""
        return bool(super().writable() or (self.ahead and self.is_idle))

    def handle_write(self) -> None:
        """Send what waits. When all has gone, begin with the request that came with the last one."""
        super().handle_write()
        self._end_turns()
        if self.ahead and self.is_idle and self.connected:
            ahead, self.ahead = self.ahead, b""
            self.received(ahead)

    def send(self, data: bytes, do_close: bool = True) -> int:  # noqa: FBT001, FBT002  as waitress calls it
        """Send what the system takes of `data`: the number of bytes."""
        sent: int = super().send(data, do_close=do_close)
        self._sent += sent
        return sent

    def service(self) -> None:
        """Answer one request, in a thread."""
        request: RequestParser = self.requests[0]
        self._serving, self._processor_from = request, time.thread_time()
        try:
            super().service()
        finally:
            if not self.is_stream:
                self._charge(request)
            self._serving = None
            self._unread.append(request)
            self._end_turns()

    def handle_close(self) -> None:
        """Close the connection and drop what came of its next request."""
        super().handle_close()
        if self.request is not None:
            self.request.close()
        self._end_turns()

    def _flush_outbufs_below_high_watermark(self) -> None:
        if self.is_stream:
            super()._flush_outbufs_below_high_watermark()  # type: ignore[missing-attribute]  # not in its types

    def _put_aside(self, data: bytes) -> None:
        self.ahead = data

    def _charge(self, request: RequestParser) -> None:
        self.server.task_dispatcher.charge(request.client, time.thread_time() - self._processor_from)

    def _end_turns(self) -> None:
        """End the turns of answers, once all has been read. Asked after each step that may be the last."""
        while not self.total_outbufs_len:
            try:
                request = self._unread.popleft()
            except IndexError:
                return
            self.server.task_dispatcher.leave(request)
