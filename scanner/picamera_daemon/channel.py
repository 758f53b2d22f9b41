"""The daemon's end of its connection: notes and pictures out, requests in."""

from __future__ import annotations

import os
import select
import time
from typing import TYPE_CHECKING

from .sd_notify import sd_notify
from .wire import REQUEST_BYTES, FrameRequest, MessageHeader, decode_request

if TYPE_CHECKING:
    from .camera import Capture

_NOTE_INTERVAL_S = 0.5
"""Seconds between two notes that are sent merely as signs of life."""

_NEXT_MESSAGE_TIMEOUT_S = 4.0
"""Seconds until the next message, as announced to the client.

More than the time limit of one capture, so that a slow camera is reported as such and not taken for a hung daemon.
"""

_MAX_READ_REQUESTS = 64
"""Requests read at once, at most; further ones wait for the next poll."""


class Channel:
    """Both directions, by file descriptor; they may be two pipes or one socket.

    Every message also feeds systemd's watchdog, if systemd has started this process.
    """

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._input_fd, self._output_fd = incoming, outgoing
        self._sequence = 0
        self._last_sent_at = 0.0
        self._unparsed = b""
        self.request: FrameRequest | None = None

    def send_note(self, note: str, next_within_s: float = _NEXT_MESSAGE_TIMEOUT_S, *, immediately: bool = True) -> None:
        """Send a note on the camera's state; unless `immediately`, only if nothing was sent for a while."""
        if immediately or time.monotonic() - self._last_sent_at > _NOTE_INTERVAL_S:
            self._send(
                MessageHeader(0, self._next_sequence(), time.monotonic_ns(), 0, 0, next_within_s, len(note)),
                note.encode(),
            )

    def send_frame(self, request: FrameRequest, capture: Capture) -> None:
        """Answer a request with the large picture, or with the small one for a preview."""
        if request.is_preview:
            height, width, body = capture.yuv_planes()
        else:
            picture = capture.bgr_picture()
            height, width, body = *picture.shape[:2], picture.tobytes()
        self._send(
            MessageHeader(
                request.number,
                self._next_sequence(),
                capture.exposure_start_ns,
                height,
                width,
                _NEXT_MESSAGE_TIMEOUT_S,
                len(body),
            ),
            body,
        )
        self.request = None

    def poll_requests(self) -> bool:
        """Read new requests, keep the last one unless it has expired; False when the client has disconnected."""
        # Not a non-blocking read: if both directions are one socket, writing would no longer block either.
        if select.select([self._input_fd], [], [], 0)[0]:
            try:
                data = os.read(self._input_fd, _MAX_READ_REQUESTS * REQUEST_BYTES)
            except ConnectionResetError:
                return False
            if not data:
                return False
            self._unparsed += data
        while len(self._unparsed) >= REQUEST_BYTES:
            self.request = decode_request(self._unparsed[:REQUEST_BYTES])
            self._unparsed = self._unparsed[REQUEST_BYTES:]
        if self.request is not None and time.monotonic_ns() > self.request.not_after_ns:
            self.request = None
        return True

    def _next_sequence(self) -> int:
        self._sequence += 1
        return self._sequence

    def _send(self, header: MessageHeader, body: bytes) -> None:
        remaining = memoryview(header.encode() + body)
        while remaining:
            remaining = remaining[os.write(self._output_fd, remaining) :]
        self._last_sent_at = time.monotonic()
        sd_notify("WATCHDOG=1")
