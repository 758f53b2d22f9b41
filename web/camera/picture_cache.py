"""写真 shashin: the last few pictures, in memory only: they leave with the evening and never reach the disk."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict

KEPT = 6


class Pictures:
    """Pictures by a name nobody can guess; the oldest goes when there are too many."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, jpeg: bytes) -> str:
        """Keeps a picture and returns its name."""
        name = secrets.token_urlsafe(12)
        with self._lock:
            self._kept[name] = jpeg
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """The picture of that name, None when it is gone."""
        with self._lock:
            return self._kept.get(name)
