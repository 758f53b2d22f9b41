"""番 ban: looks after the ledger while the table plays: brings it home, copies it after an evening, guards the disk."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from scanner.enrolled import corrections
from scorer.texts import Text
from web.ledger import backups, notices
from web.ledger.store import Store
from web.session.service import Room
from web.system import power

_LOG = logging.getLogger(__name__)
_RESUME_SECONDS = 1.0
_SPACE_SECONDS = 10.0
_POWER_SECONDS = 1.5
_WEAK_SECONDS = 60.0  # the voltage falls for moments, the words stay


class Keeper:
    """One table's keeper. `turn` is called again and again by one thread; `says` is what everybody should know."""

    def __init__(self, store: Store, room: Room, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._room = room
        self._clock = clock
        self._next = {_RESUME_SECONDS: 0.0, _SPACE_SECONDS: 0.0, _POWER_SECONDS: 0.0}
        self._tight = False
        self._weak = 0.0
        self._ended = self._end()

    @property
    def says(self) -> tuple[Text, ...]:
        """What is amiss with disk, ledger, power and clock, worst first."""
        found = (
            None if self._store.saved else notices.IN_MEMORY,
            self._store.notice,
            notices.NEARLY_FULL if self._tight else None,
            notices.WEAK_POWER if self._clock() < self._weak else None,
            notices.clock(datetime.now(UTC)),
        )
        return tuple(words for words in found if words)

    def turn(self) -> None:
        """Does what is due."""
        if self._due(_RESUME_SECONDS):
            self._store.resume()
        if self._due(_POWER_SECONDS) and power.weak():
            self._weak = self._clock() + _WEAK_SECONDS
        if self._store.file is None:
            return
        if self._due(_SPACE_SECONDS):
            self._tight = backups.tight(self._store.file.parent)
            if self._tight:
                with suppress(OSError):
                    corrections.forget_all(self._store.file.parent)
                    backups.prune(self._store.file.parent)
        ended = self._end()
        if ended != self._ended:
            self._copy()
            self._ended = ended

    def _end(self) -> tuple[int | None, bool]:
        """Changes when an evening ends: closed, played out, or followed by the next."""
        session = self._room.session
        return self._room.evening, session is not None and (session.closed or session.over)

    def _copy(self) -> None:
        file = self._store.file
        if file is None or self._tight or not self._store.saved:
            return
        try:
            _LOG.info("the ledger was copied to %s", backups.copy(file.parent, file.name))
        except OSError as fault:
            _LOG.warning("the ledger could not be copied: %s", fault)

    def _due(self, every: float) -> bool:
        now = self._clock()
        if now < self._next[every]:
            return False
        self._next[every] = now + every
        return True
