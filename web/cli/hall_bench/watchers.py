"""Phones that watch the overview of a hall, in one thread."""

from __future__ import annotations

import selectors
import socket
import threading
import time

from scorer.json_input import parse_json

CONNECT_S = 120.0
"""Seconds a busy machine may take to let a phone in."""


class Watchers:
    """Phones that follow the overview. `seen`: for each table and sequence, when each phone saw it."""

    def __init__(self, url: str, count: int) -> None:
        host, _, port = url.removeprefix("http://").partition(":")
        self.count = count
        self.seen: dict[tuple[int, int], list[float]] = {}
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._tails = [b""] * count
        self._sockets = []
        for number in range(count):
            sock = socket.create_connection((host, int(port)), timeout=CONNECT_S)
            sock.sendall(f"GET /api/live HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
            sock.settimeout(0)
            self._selector.register(sock, selectors.EVENT_READ, number)
            self._sockets.append(sock)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close every stream."""
        self._stop.set()
        self._thread.join()
        for sock in self._sockets:
            sock.close()

    def _listen(self) -> None:
        parsed: dict[bytes, list[tuple[int, int]]] = {}
        while not self._stop.is_set():
            for ready, _ in self._selector.select(0.2):
                number = int(ready.data)
                try:
                    data = self._sockets[number].recv(262_144)
                except OSError:
                    continue
                if not data:
                    self._selector.unregister(self._sockets[number])
                    continue
                now = time.monotonic()
                *events, self._tails[number] = (self._tails[number] + data).split(b"\n\n")
                for event in events:
                    # All phones get the same bytes: each message is parsed once.
                    if event not in parsed:
                        parsed[event] = _sequences(event)
                    for place in parsed[event]:
                        self.seen.setdefault(place, []).append(now)


def _sequences(event: bytes) -> list[tuple[int, int]]:
    head, _, data = event.partition(b"\ndata: ")
    if not head.endswith((b"event: tables", b"event: all")):
        return []
    return [(card["table"], card["sequence"]) for card in parse_json(data)]
