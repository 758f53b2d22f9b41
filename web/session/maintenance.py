"""Background maintenance of the ledger.

It fails back to the disk, makes a backup after each evening, and watches free space and power.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

from scanner.enrolled import corrections
from scorer.errors import Refusal
from scorer.texts import Text
from web.ledger import backups, notices
from web.ledger.store import Store
from web.session.service import SessionService
from web.system import power

_LOG = logging.getLogger(__name__)
CHECKPOINT_ENTRIES = 100
"""Entries after which a checkpoint is written: so many a start folds at most, in about a tenth of a second."""
_FAIL_BACK_INTERVAL_S = 1.0
"""Seconds between attempts to move a ledger held in memory back to the disk."""
_DISK_CHECK_INTERVAL_S = 10.0
"""Seconds between checks of the free space on the disk."""
_LEDGER_CHECK_INTERVAL_S = 2.0
"""Seconds between looks whether another process has written into the ledger."""
_POWER_CHECK_INTERVAL_S = 1.5
"""Seconds between checks of the supply voltage."""
_UNDERVOLTAGE_NOTICE_S = 60.0
"""Seconds the notice of undervoltage stays, because the voltage falls only for moments."""


class LedgerMaintenance:
    """Maintenance of one table's ledger. One thread calls `tick` again and again, and `close` at the end.

    `remember_past` folds past evenings for their list until its event is set. It runs beside the play.
    """

    def __init__(
        self,
        store: Store,
        service: SessionService,
        clock: Callable[[], float] = time.monotonic,
        remember_past: Callable[[threading.Event], None] = lambda _stop: None,
    ) -> None:
        self._store = store
        self._service = service
        self._remember_past = remember_past
        self._clock = clock
        intervals = (_FAIL_BACK_INTERVAL_S, _DISK_CHECK_INTERVAL_S, _POWER_CHECK_INTERVAL_S, _LEDGER_CHECK_INTERVAL_S)
        self._next_due = dict.fromkeys(intervals, 0.0)
        self._is_disk_nearly_full = False
        self._undervoltage_until = 0.0
        self._last_evening_state = self._evening_state()
        self._checkpointed: tuple[int | None, int] = (None, 0)
        self._stop = threading.Event()
        self._check: threading.Thread | None = None
        self._is_checked = False
        self._remembered: int | None = None
        self.are_folds_renewed = False
        """Whether what the start had kept of the evening was wrong, and was made anew."""

    @property
    def notices(self) -> tuple[Text, ...]:
        """Notices for everybody about disk, ledger, power and clock, worst first."""
        candidates = (
            None if self._store.is_saved else notices.IN_MEMORY,
            self._store.notice,
            notices.DISK_NEARLY_FULL if self._is_disk_nearly_full else None,
            notices.UNDERVOLTAGE if self._clock() < self._undervoltage_until else None,
            notices.clock_notice(datetime.now(UTC)),
        )
        return tuple(notice for notice in candidates if notice)

    def close(self) -> None:
        """Write the checkpoint from which the next start goes on, and end the check of the past."""
        self._stop.set()
        self._service.save_checkpoint()
        if self._check is not None:
            self._check.join()

    def tick(self) -> None:
        """Run what is due."""
        evening, version = self._service.evening_id, self._service.version
        if self._checkpointed[0] != evening or version - self._checkpointed[1] >= CHECKPOINT_ENTRIES:
            self._service.save_checkpoint()
            self._checkpointed = (evening, version)
        if self._check is None or (not self._check.is_alive() and self._remembered != evening):
            self._check = threading.Thread(target=self._look_at_past, name="ledger-check", daemon=True)
            self._check.start()
        if self._is_due(_LEDGER_CHECK_INTERVAL_S):
            self._catch_up()
        if self._is_due(_FAIL_BACK_INTERVAL_S):
            self._store.fail_back()
        if self._is_due(_POWER_CHECK_INTERVAL_S) and power.is_undervoltage():
            self._undervoltage_until = self._clock() + _UNDERVOLTAGE_NOTICE_S
        if self._store.file is None:
            return
        if self._is_due(_DISK_CHECK_INTERVAL_S):
            self._is_disk_nearly_full = backups.is_disk_nearly_full(self._store.file.parent)
            if self._is_disk_nearly_full:
                with suppress(OSError):
                    corrections.clear_all(self._store.file.parent)
                    backups.prune(self._store.file.parent)
        state = self._evening_state()
        if state != self._last_evening_state:
            self._back_up()
            self._last_evening_state = state

    def _catch_up(self) -> None:
        """Go on with what another process wrote into the ledger."""
        with suppress(Refusal):  # the ledger could not be read just now
            if self._service.catch_up():
                _LOG.error("another process writes into the ledger")

    def _look_at_past(self) -> None:
        """Check what the start did not read, once, and fold the past evenings that nobody has folded yet."""
        if not self._is_checked:
            self._check_past()
            self._is_checked = True
        self._remembered = self._service.evening_id
        try:
            self._remember_past(self._stop)
        except Refusal as refusal:  # the ledger could not be read just now
            _LOG.warning("past evenings are folded later: %s", refusal)

    def _check_past(self) -> None:
        """Check what the start did not read, and rebuild the ledger if it is damaged."""
        if not self._store.is_past_intact(self._stop):
            _LOG.error("the ledger is damaged where its start trusted it; all of it is read again")
            self._service.repair_ledger()
        elif self._store.checkpoint is not None and self._service.repair_folds(self._stop):
            _LOG.error("the evening that was kept beside the ledger was another; it was folded anew")
            self.are_folds_renewed = True

    def _evening_state(self) -> tuple[int | None, bool]:
        """A value that changes when an evening ends: closed, played out, or followed by the next."""
        session = self._service.session
        return self._service.evening_id, session is not None and (session.closed or session.over)

    def _back_up(self) -> None:
        file = self._store.file
        if file is None or self._is_disk_nearly_full or not self._store.is_saved:
            return
        try:
            _LOG.info("the ledger was copied to %s", backups.copy(file.parent, file.name))
        except OSError as error:
            _LOG.warning("the ledger could not be copied: %s", error)

    def _is_due(self, interval: float) -> bool:
        now = self._clock()
        if now < self._next_due[interval]:
            return False
        self._next_due[interval] = now + interval
        return True
