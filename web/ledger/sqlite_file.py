"""The SQLite ledger: open, repair, fail over to memory and fail back."""

from __future__ import annotations

import json
import logging
import shutil
import tempfile
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DatabaseError, IntegrityError

from scorer.texts import Text
from web.ledger import notices, verification
from web.ledger.backups import BACKUP_DIR_NAME
from web.ledger.checkpoint import (
    CHECKPOINT_FILE_NAME,
    Checkpoint,
    Tip,
    assume_checkpoint,
    entries_since,
    read_checkpoint,
    write_current_checkpoint,
)
from web.ledger.engine import create_database, insert_entries, open_durable_engine, upsert_setting
from web.ledger.entry import Entry
from web.ledger.exchange.arrival import finish_exchange
from web.ledger.exchange.gate import Gate
from web.ledger.folds.fold_cache import FOLDS_FILE_NAME, FoldCache
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.migrations import upgrade
from web.ledger.recovery import RecoveredLedger, quarantine, read_salvageable, recover_ledger, select_salvageable
from web.ledger.rows import select_evenings_with_gaps
from web.ledger.schema import SETTINGS
from web.system.data_lock import DataLock, require_free

NOTICE_SETTING = "notice"
"""Name of the setting with the current notice as JSON."""

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
_MEMORY_DIR = Path("/dev/shm")  # noqa: S108  our own folder is created in it
_PROBE_BYTES = 64 * 1024
"""Bytes written to see whether the disk accepts data again: more than a single entry needs."""


class SqliteLedger:
    """The SQLite ledger in `file` with its journal. `engine` reaches it on the disk or in memory.

    Only one process owns a ledger: it repairs it, and moves it to memory. Others use it as it is; `alone`: `HeldError`.

    `is_saved`: everything acknowledged is on the disk. `notice`: what happened to the ledger, until the next evening.
    `checkpoint`: what this start trusted without reading the entries before, None if it read all of them.
    `folds`: what was folded from the ledger, None for that of another process.
    """

    def __init__(self, file: Path, *, alone: bool = False) -> None:
        if alone:
            require_free(file)
        self.file = file
        self.lock, self.gate = threading.RLock(), Gate()
        self.notice: Text | None = None
        self.journal = Journal(file.with_name(JOURNAL_FILE_NAME))
        self._backup_dir = file.parent / BACKUP_DIR_NAME
        self._fallback_dir: Path | None = None
        self.process_lock = DataLock(file)
        self._is_owner = self.process_lock.is_owner
        self._checkpoint_file = file.with_name(CHECKPOINT_FILE_NAME)
        self.checkpoint: Checkpoint | None = None
        self.folds = FoldCache(file.with_name(FOLDS_FILE_NAME)) if self._is_owner else None
        try:
            self.engine = (self._open_at_checkpoint() or self._open_owned()) if self._is_owner else self._open_shared()
        except (DatabaseError, OSError) as fault:
            self._move_to_memory(fault)

    @property
    def is_saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._fallback_dir is None

    def fail_over(self, fault: Exception) -> bool:
        """Move the ledger to memory after `fault`; False if it is there or is another's. `OSError` if moving fails."""
        with self.lock:
            if self._fallback_dir is not None or not self._is_owner:
                return False
            self.engine.dispose()
            self._move_to_memory(fault)
            return True

    def fail_back(self) -> bool:
        """Move the ledger back to the disk if that accepts writes again, and return whether everything is saved."""
        with self.lock:
            if self._fallback_dir is None:
                return True
            try:
                engine = self._copy_back(self._fallback_dir)
            except (DatabaseError, OSError):
                return False
            self.engine.dispose()
            shutil.rmtree(self._fallback_dir, ignore_errors=True)
            self.engine, self._fallback_dir = engine, None
            _LOG.warning("the disk takes the ledger again; everything is saved")
            return True

    def save_checkpoint(self, tip: Tip, rounds: int, session: dict[str, Any] | None) -> bool:
        """Write a checkpoint of `session` at `tip`. False if that is not the newest entry, or it cannot be written."""
        with self.lock:
            if not (self.is_saved and self._is_owner):
                return False
            try:
                with self.engine.connect() as connection:
                    return write_current_checkpoint(
                        self._checkpoint_file, connection, self.journal, tip, rounds, session
                    )
            except (DatabaseError, OSError):
                return False

    def is_past_intact(self, stop: threading.Event) -> bool:
        """Whether what this start did not read is sound. It takes minutes for a large ledger. True when stopped."""
        trusted = self.checkpoint if self.is_saved else None
        return trusted is None or verification.is_past_intact(self.file, self.journal, trusted, stop)

    def repair(self) -> None:
        """Open the ledger anew, reading all of it: as it is, completed from its journal, or rebuilt from all copies."""
        with self.lock:
            if self.is_saved:
                self._forget_checkpoint()
                self.engine.dispose()
                try:
                    self.engine = self._open_owned()
                except (DatabaseError, OSError) as fault:
                    self._move_to_memory(fault)

    def reopen_after(self, move: Callable[[], T]) -> T:
        """Close the ledger, `move` its files, open those that lie there then. `OSError` unless it is on the disk."""
        with self.lock, self.gate.closed():
            if not (self.is_saved and self._is_owner):
                raise OSError("the ledger is not on the disk")
            self._forget_checkpoint()
            self.engine.dispose()
            try:
                return move()
            finally:
                self.engine = self._open_shared()

    def post_notice(self, notice: Text) -> None:
        """Show a notice about the ledger on every phone."""
        with self.lock, self.engine.begin() as connection:
            self._publish_notice(notice, connection)

    def close(self) -> None:
        """Close the database, after one more attempt to fail back."""
        self.fail_back()
        self.engine.dispose()
        if self.folds is not None:
            self.folds.close()
        if self._fallback_dir is not None:
            shutil.rmtree(self._fallback_dir, ignore_errors=True)
        self.process_lock.close()

    def _open_at_checkpoint(self) -> Engine | None:
        """The database as it is, if it and the journal are sound since the checkpoint. None to read all of it."""
        finish_exchange(self.file)
        checkpoint = read_checkpoint(self._checkpoint_file) if self.file.exists() else None
        if checkpoint is None:
            self._forget_checkpoint()
            if (checkpoint := assume_checkpoint(self.file, self.journal)) is None:
                return None
        engine = open_durable_engine(self.file)
        with suppress(DatabaseError, OSError, ValueError, TypeError), engine.connect() as connection:
            if entries_since(checkpoint, connection, self.journal) is not None:
                self._load_notice(connection)
                self.checkpoint = checkpoint
                return engine
        engine.dispose()
        self._forget_checkpoint()
        return None

    def _forget_checkpoint(self) -> None:
        self.checkpoint = None
        if self.folds is not None:
            self.folds.clear()
        with suppress(OSError):
            self._checkpoint_file.unlink(missing_ok=True)

    def _open_shared(self) -> Engine:
        """Open the database as it is, such as one that another process owns."""
        engine = open_durable_engine(self.file)
        with engine.begin() as connection:
            upgrade(connection)
            self._load_notice(connection)
        return engine

    def _move_to_memory(self, fault: Exception) -> None:
        _LOG.error("the ledger cannot be written and is kept in memory: %s", fault)
        self._forget_checkpoint()
        recovered = recover_ledger(self.file, self.journal, self._backup_dir)
        fallback_dir = Path(tempfile.mkdtemp(prefix="fudayomi-", dir=_MEMORY_DIR if _MEMORY_DIR.is_dir() else None))
        self.engine = create_database(fallback_dir / self.file.name, recovered)
        self._fallback_dir = fallback_dir

    def _copy_back(self, fallback_dir: Path) -> Engine:
        """The database on the disk, after everything written in memory has been added to it."""
        with tempfile.TemporaryFile(dir=self.file.parent) as probe:
            probe.write(bytes(_PROBE_BYTES))
            probe.flush()
        journaled, unsaved = self.journal.checksums(), []

        def _collect_unsaved(entry: Entry, checksum: int) -> None:
            if journaled.get(entry.sequence) != checksum:
                unsaved.append(entry)

        settings = read_salvageable(fallback_dir / self.file.name, _collect_unsaved).settings
        if unsaved:
            self.journal.append(unsaved)
        engine = self._open_owned(expected_extra=len(unsaved))
        with engine.begin() as connection:
            for name, value in settings.items():
                upsert_setting(connection, name, value)
        return engine

    def _open_owned(self, expected_extra: int = 1) -> Engine:
        """The database on the disk: as it is, with entries added from the journal, or rebuilt from all copies.

        `expected_extra`: number of entries that may be in the journal alone without a notice. A power cut leaves one.
        """
        stored: dict[int, int] = {}
        database = read_salvageable(self.file, lambda entry, checksum: stored.__setitem__(entry.sequence, checksum))
        journaled = self.journal.checksums()
        is_consistent = all(stored[number] == journaled[number] for number in stored.keys() & journaled.keys())
        extra = journaled.keys() - stored.keys()
        if not (database.is_intact and is_consistent and (stored or not (extra or self._backup_dir.is_dir()))):
            recovered = recover_ledger(self.file, self.journal, self._backup_dir)
            if not database.is_intact or recovered.entries:
                return self._rebuild(recovered)
        engine = open_durable_engine(self.file)
        try:
            self._complete_database(engine, extra, expected_extra)
            if missing := stored.keys() - journaled.keys():
                self.journal.append(select_salvageable(self.file, missing))
        except (IntegrityError, _GapError):
            engine.dispose()
            return self._rebuild(recover_ledger(self.file, self.journal, self._backup_dir))
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _complete_database(self, engine: Engine, extra: Collection[int], expected_extra: int) -> None:
        """Add the entries with the sequences `extra` from the journal. `_GapError` if an evening misses one even so."""
        with engine.begin() as connection:
            upgrade(connection)
            self._load_notice(connection)
            if extra:
                entries = (entry for entry in self.journal.entries() if entry.sequence in extra)
                insert_entries(connection, sorted(entries, key=attrgetter("sequence")))
                if len(extra) > expected_extra:
                    self._publish_notice(notices.restored_notice(len(extra)), connection)
            if connection.execute(select_evenings_with_gaps()).first():
                raise _GapError

    def _rebuild(self, recovered: RecoveredLedger) -> Engine:
        """Write a new database and journal beside the old files, then quarantine those."""
        new_file = self.file.with_name(f"{self.file.name}.new")
        new_journal = Journal(self.journal.file.with_suffix(".new"))
        for file in (new_file, new_journal.file):
            file.unlink(missing_ok=True)
        try:
            create_database(new_file, recovered).dispose()
            new_journal.append(recovered.entries)
            quarantined = quarantine(self.file)
            new_file.rename(self.file)
            quarantine(self.journal.file)
            new_journal.file.rename(self.journal.file)
        finally:
            for file in (new_file, new_journal.file):
                file.unlink(missing_ok=True)
        with (engine := open_durable_engine(self.file)).begin() as connection:
            self._publish_notice(notices.rebuilt_notice(quarantined, recovered), connection)
        return engine

    def _publish_notice(self, notice: Text, connection: Connection) -> None:
        """Show a notice until the next evening begins, even after a restart."""
        _LOG.error("%s", notice.en)
        self.notice = notice
        upsert_setting(connection, NOTICE_SETTING, json.dumps(notice.as_json(), ensure_ascii=False))

    def _load_notice(self, connection: Connection) -> None:
        wanted = select(SETTINGS.c.value).where(SETTINGS.c.name == NOTICE_SETTING)
        self.notice = notices.notice_from_json(connection.execute(wanted).scalar() or "null")


class _GapError(Exception):
    """An entry is missing between others of its evening."""
