"""The gate before the ledger, closed while its files are exchanged."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """Any number of readers at once, or nobody: a reader that found no file would make an empty one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._is_closed = False

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Read while the gate is open: wait until it is."""
        with self._changed:
            self._changed.wait_for(lambda: not self._is_closed)
            self._readers += 1
        try:
            yield
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Wait for the readers inside, and let no other in."""
        with self._changed:
            self._is_closed = True
            self._changed.wait_for(lambda: not self._readers)
        try:
            yield
        finally:
            with self._changed:
                self._is_closed = False
                self._changed.notify_all()
