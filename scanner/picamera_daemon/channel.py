"""送り口 okuriguchi: the feeder's end of the two pipes, which may be one socket."""

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
_NEXT_MESSAGE_TIMEOUT_S = 4.0  # more than one capture's time limit, so that a slow camera is told by name


class Channel:
    """Both ways, by their descriptors. systemd, where it has started us, is told of every sign of life, too."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._input_fd, self._output_fd = incoming, outgoing
        self._sequence = 0
        self._last_sent_at = 0.0
        self._unparsed = b""
        self.request: FrameRequest | None = None

    def send_note(self, word: str, next_within_s: float = _NEXT_MESSAGE_TIMEOUT_S, *, immediately: bool = True) -> None:
        """Says how the camera is; without `now`, only when nothing has been said for a while."""
        if immediately or time.monotonic() - self._last_sent_at > _NOTE_INTERVAL_S:
            self._send(
                MessageHeader(0, self._next_sequence(), time.monotonic_ns(), 0, 0, next_within_s, len(word)),
                word.encode(),
            )

    def send_frame(self, request: FrameRequest, capture: Capture) -> None:
        """Sends the large picture, or the small one where that will do."""
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
        """Takes in the newest question, forgets one that is over; False when the other end has hung up."""
        # Asked for first: where both ways are one socket, one cannot be made not to block without the other.
        if select.select([self._input_fd], [], [], 0)[0]:
            try:
                data = os.read(self._input_fd, 64 * REQUEST_BYTES)
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
        left = memoryview(header.encode() + body)
        while left:
            left = left[os.write(self._output_fd, left) :]
        self._last_sent_at = time.monotonic()
        sd_notify("WATCHDOG=1")
