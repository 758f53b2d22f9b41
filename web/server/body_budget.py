"""How many bytes of request bodies are held, by client and in all."""

from __future__ import annotations

import threading
from collections import Counter

BODIES_PER_CLIENT = 32 * 1024 * 1024
"""Bytes of bodies held of one client: two pictures of the largest size."""
BODIES_IN_ALL = 96 * 1024 * 1024
"""Bytes of bodies held of all clients. Where /tmp is memory, they count towards the 600 MB that the unit may use."""


class BodyBudget:
    """Counts the bytes of bodies that are held, by client. Thread-safe. The client "" has no limit of its own."""

    def __init__(self, each: int = BODIES_PER_CLIENT, overall: int = BODIES_IN_ALL) -> None:
        self._each = each
        self._overall = overall
        self._held: Counter[str] = Counter()
        self._lock = threading.Lock()

    @property
    def held(self) -> int:
        """Bytes held of all clients."""
        return self._held.total()

    def take(self, client: str, size: int) -> bool:
        """Count `size` more bytes of a client, unless they are too many. Whether they were counted."""
        with self._lock:
            if self.held + size > self._overall or (client and self._held[client] + size > self._each):
                return False
            self._held[client] += size
            return True

    def give_back(self, client: str, size: int) -> None:
        """Count `size` bytes of a client no longer."""
        with self._lock:
            self._held[client] -= size
            self._held += Counter()  # drops clients without bytes
