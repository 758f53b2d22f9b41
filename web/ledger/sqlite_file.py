"""蔵 kura: where the ledger's database is: on the disk, put together anew, or for a while in memory."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError

from scorer.texts import Text
from web.ledger import notices
from web.ledger.backups import BACKUP_DIR_NAME
from web.ledger.entry import Entry
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.migrations import upgrade
from web.ledger.recovery import RecoveredLedger, quarantine, read_salvageable, recover_ledger
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS

NOTICE_SETTING = "notice"
_LOG = logging.getLogger(__name__)
_MEMORY_DIR = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it
_PROBE_BYTES = 64 * 1024


class SqliteLedger:
    """The SQLite ledger in `file` with its second copy. `engine` reaches it, wherever it is now.

    Only one process keeps a ledger: mends it, writes entries, takes it into memory. Others find it as it is.

    `saved`: everything acknowledged is on the disk. `notice`: what happened to the ledger, until the next evening.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = threading.RLock()
        self.notice: Text | None = None
        self.journal = Journal(file.with_name(JOURNAL_FILE_NAME))
        self._backup_dir = file.parent / BACKUP_DIR_NAME
        self._fallback_dir: Path | None = None
        self._lock_fd, self._is_owner = _acquire_lock(file)
        try:
            self.engine = self._open_owned() if self._is_owner else self._open_shared()
        except (DatabaseError, OSError) as fault:
            self._move_to_memory(fault)

    @property
    def is_saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._fallback_dir is None

    def fail_over(self, fault: Exception) -> bool:
        """Moves the ledger into memory after `fault`; False when it is there already. `OSError` if that fails, too."""
        with self.lock:
            if self._fallback_dir is not None or not self._is_owner:
                return False
            self.engine.dispose()
            self._move_to_memory(fault)
            return True

    def fail_back(self) -> bool:
        """Brings what is only in memory onto the disk, if it takes it now; whether nothing is in memory only."""
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

    def post_notice(self, notice: Text) -> None:
        """Has everybody know something about the ledger."""
        with self.lock, self.engine.begin() as connection:
            self._publish_notice(notice, connection)

    def close(self) -> None:
        """Lets go of the database; what is only in memory is tried once more."""
        self.fail_back()
        self.engine.dispose()
        if self._fallback_dir is not None:
            shutil.rmtree(self._fallback_dir, ignore_errors=True)
        if self._lock_fd is not None:
            os.close(self._lock_fd)
            self._lock_fd = None

    def _open_shared(self) -> Engine:
        """The database as the process that keeps it has it."""
        engine = open_durable_engine(self.file)
        with engine.begin() as connection:
            upgrade(connection)
            self._load_notice(connection)
        return engine

    def _move_to_memory(self, fault: Exception) -> None:
        _LOG.error("the ledger cannot be written and is kept in memory: %s", fault)
        saved = recover_ledger(self.file, self.journal, self._backup_dir)
        refuge = Path(tempfile.mkdtemp(prefix="fudayomi-", dir=_MEMORY_DIR if _MEMORY_DIR.is_dir() else None))
        self.engine = _create_database(refuge / self.file.name, saved)
        self._fallback_dir = refuge

    def _copy_back(self, fallback_dir: Path) -> Engine:
        """The database on the disk with everything that was written in memory."""
        with tempfile.TemporaryFile(dir=self.file.parent) as probe:
            probe.write(bytes(_PROBE_BYTES))
            probe.flush()
        told, later = self.journal.checksums(), []

        def _collect_later(entry: Entry) -> None:
            if told.get(entry.sequence) != entry.checksum:
                later.append(entry)

        settings = read_salvageable(fallback_dir / self.file.name, _collect_later).settings
        if later:
            self.journal.append(later)
        engine = self._open_owned(expected_extra=len(later))
        with engine.begin() as connection:
            for name, value in settings.items():
                upsert_setting(connection, name, value)
        return engine

    def _open_owned(self, expected_extra: int = 1) -> Engine:
        """The database on the disk: as it is, brought up to its second copy, or put together from every copy.

        `expected`: so many entries may be in the second copy alone and nobody need be told; a power cut leaves one.
        """
        sums: dict[int, int] = {}
        found = read_salvageable(self.file, lambda entry: sums.__setitem__(entry.sequence, entry.checksum))
        told = self.journal.checksums()
        agreed = all(sums[number] == told[number] for number in sums.keys() & told.keys())
        later = told.keys() - sums.keys()
        if not (found.is_intact and agreed and (sums or not (later or self._backup_dir.is_dir()))):
            saved = recover_ledger(self.file, self.journal, self._backup_dir)
            if not found.is_intact or saved.entries:
                return self._rebuild(saved)
        engine = open_durable_engine(self.file)
        try:
            with engine.begin() as connection:
                upgrade(connection)
                self._load_notice(connection)
                if later:
                    insert_entries(
                        connection, sorted((e for e in self.journal.entries() if e.sequence in later), key=_by_sequence)
                    )
                    if len(later) > expected_extra:
                        self._publish_notice(notices.restored_notice(len(later)), connection)
                if connection.execute(_EVENINGS_WITH_GAPS).first():
                    raise _GapError
            if missing := sums.keys() - told.keys():
                untold: list[Entry] = []
                read_salvageable(self.file, lambda entry: untold.append(entry) if entry.sequence in missing else None)
                self.journal.append(sorted(untold, key=_by_sequence))
        except (IntegrityError, _GapError):
            engine.dispose()
            return self._rebuild(recover_ledger(self.file, self.journal, self._backup_dir))
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _rebuild(self, recovered: RecoveredLedger) -> Engine:
        """A database and a second copy made anew beside the old ones, which are then put aside."""
        fresh, log = self.file.with_name(f"{self.file.name}.new"), Journal(self.journal.file.with_suffix(".new"))
        try:
            for file in (fresh, log.file):
                file.unlink(missing_ok=True)
            _create_database(fresh, recovered).dispose()
            log.append(recovered.entries)
            aside = quarantine(self.file)
            fresh.rename(self.file)
            quarantine(self.journal.file)
            log.file.rename(self.journal.file)
        finally:
            for file in (fresh, log.file):
                file.unlink(missing_ok=True)
        engine = open_durable_engine(self.file)
        with engine.begin() as connection:
            self._publish_notice(notices.rebuilt_notice(aside, recovered), connection)
        return engine

    def _publish_notice(self, notice: Text, connection: Connection) -> None:
        """Tells it until the next evening begins, whatever restarts come between."""
        _LOG.error("%s", notice.en)
        self.notice = notice
        upsert_setting(connection, NOTICE_SETTING, json.dumps(notice.as_json(), ensure_ascii=False))

    def _load_notice(self, connection: Connection) -> None:
        said = json.loads(
            connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == NOTICE_SETTING)).scalar() or "0"
        )
        self.notice = Text(said["en"], said["ja"]) if said else None


def _acquire_lock(file: Path) -> tuple[int | None, bool]:
    """An open lock beside the ledger, held until it is closed, and whether this process may keep the ledger."""
    try:
        lock = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None, True  # nobody can write here, so nobody else keeps it
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None, False
    return lock, True


class _GapError(Exception):
    """Entries are missing between others."""


_EVENINGS_WITH_GAPS = (
    select(ENTRIES.c.evening).group_by(ENTRIES.c.evening).having(func.max(ENTRIES.c.version) != func.count())
)


def _by_sequence(entry: Entry) -> int:
    return entry.sequence


def _create_database(file: Path, recovered: RecoveredLedger) -> Engine:
    """A new database with all of that in it."""
    engine = open_durable_engine(file)
    with engine.begin() as connection:
        upgrade(connection)
        insert_entries(connection, recovered.entries)
        for name, value in recovered.settings.items():
            upsert_setting(connection, name, value)
    return engine


def insert_entries(connection: Connection, entries: Iterable[Entry]) -> None:
    """Writes entries as they once were; `IntegrityError` where others took their place."""
    known = set(connection.execute(select(EVENINGS.c.id)).scalars())
    for entry in entries:
        if entry.evening not in known:
            connection.execute(insert(EVENINGS).values(id=entry.evening, opened_at=entry.at))
            known.add(entry.evening)
        body = json.dumps(entry.body, ensure_ascii=False)
        more = {"body": body, "kind": entry.body["kind"], "sum": entry.checksum}
        connection.execute(insert(ENTRIES).values(**asdict(entry) | more))


def upsert_setting(connection: Connection, name: str, value: str) -> None:
    """Keeps a setting, given as JSON text."""
    changed = connection.execute(update(SETTINGS).where(SETTINGS.c.name == name).values(value=value))
    if not changed.rowcount:
        connection.execute(insert(SETTINGS).values(name=name, value=value))


def open_durable_engine(file: Path) -> Engine:
    """Every commit reaches the disk before it is acknowledged; a foreign file cannot run code through its schema."""
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def _set_pragmas(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            "busy_timeout=5000",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "trusted_schema=OFF",
            "wal_autocheckpoint=200",
            "cache_size=-256",  # kB a connection; an evening is small, and SQLite would keep two megabytes in each
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
