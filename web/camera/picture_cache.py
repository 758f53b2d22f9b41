"""Cache of the last few pictures, in memory only.

They never reach the disk.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict

MAX_PICTURES = 12
"""Pictures held at once, which bounds the memory they take: one a hand of ten players, and two more."""


class PictureCache:
    """Pictures by a name nobody can guess. The oldest is dropped when there are too many."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, jpeg: bytes) -> str:
        """Store a picture and return its name."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._pictures[name] = jpeg
            while len(self._pictures) > MAX_PICTURES:
                self._pictures.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """The picture of that name, None when it was dropped."""
        with self._lock:
            return self._pictures.get(name)
