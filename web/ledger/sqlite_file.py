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
from web.ledger.backups import FOLDER
from web.ledger.entry import Entry
from web.ledger.journal import NAME, Journal
from web.ledger.migrations import upgrade
from web.ledger.recovery import Rescued, kept, put_aside, rescued
from web.ledger.schema import ENTRIES, EVENINGS, SETTINGS

NOTICE = "notice"
_LOG = logging.getLogger(__name__)
_MEMORY = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it
_PROBE = 64 * 1024


class Vault:
    """The SQLite ledger in `file` with its second copy. `engine` reaches it, wherever it is now.

    Only one process keeps a ledger: mends it, writes entries, takes it into memory. Others find it as it is.

    `saved`: everything acknowledged is on the disk. `notice`: what happened to the ledger, until the next evening.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = threading.RLock()
        self.notice: Text | None = None
        self.journal = Journal(file.with_name(NAME))
        self._backups = file.parent / FOLDER
        self._refuge: Path | None = None
        self._lock_file, self._keeps = _locked(file)
        try:
            self.engine = self._opened() if self._keeps else self._shared()
        except (DatabaseError, OSError) as fault:
            self._flee(fault)

    @property
    def saved(self) -> bool:
        """Whether everything acknowledged is on the disk."""
        return self._refuge is None

    def flee(self, fault: Exception) -> bool:
        """Moves the ledger into memory after `fault`; False when it is there already. `OSError` if that fails, too."""
        with self.lock:
            if self._refuge is not None or not self._keeps:
                return False
            self.engine.dispose()
            self._flee(fault)
            return True

    def resume(self) -> bool:
        """Brings what is only in memory onto the disk, if it takes it now; whether nothing is in memory only."""
        with self.lock:
            if self._refuge is None:
                return True
            try:
                engine = self._brought_home(self._refuge)
            except (DatabaseError, OSError):
                return False
            self.engine.dispose()
            shutil.rmtree(self._refuge, ignore_errors=True)
            self.engine, self._refuge = engine, None
            _LOG.warning("the disk takes the ledger again; everything is saved")
            return True

    def tell(self, notice: Text) -> None:
        """Has everybody know something about the ledger."""
        with self.lock, self.engine.begin() as connection:
            self._say(notice, connection)

    def close(self) -> None:
        """Lets go of the database; what is only in memory is tried once more."""
        self.resume()
        self.engine.dispose()
        if self._refuge is not None:
            shutil.rmtree(self._refuge, ignore_errors=True)
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    def _shared(self) -> Engine:
        """The database as the process that keeps it has it."""
        engine = careful(self.file)
        with engine.begin() as connection:
            upgrade(connection)
            self._heed(connection)
        return engine

    def _flee(self, fault: Exception) -> None:
        _LOG.error("the ledger cannot be written and is kept in memory: %s", fault)
        saved = rescued(self.file, self.journal, self._backups)
        refuge = Path(tempfile.mkdtemp(prefix="fudayomi-", dir=_MEMORY if _MEMORY.is_dir() else None))
        self.engine = _filled(refuge / self.file.name, saved)
        self._refuge = refuge

    def _brought_home(self, refuge: Path) -> Engine:
        """The database on the disk with everything that was written in memory."""
        with tempfile.TemporaryFile(dir=self.file.parent) as probe:
            probe.write(bytes(_PROBE))
            probe.flush()
        told, later = self.journal.sums(), []

        def take(entry: Entry) -> None:
            if told.get(entry.sequence) != entry.sum:
                later.append(entry)

        settings = kept(refuge / self.file.name, take).settings
        if later:
            self.journal.add(later)
        engine = self._opened(expected=len(later))
        with engine.begin() as connection:
            for name, value in settings.items():
                remember(connection, name, value)
        return engine

    def _opened(self, expected: int = 1) -> Engine:
        """The database on the disk: as it is, brought up to its second copy, or put together from every copy.

        `expected`: so many entries may be in the second copy alone and nobody need be told; a power cut leaves one.
        """
        sums: dict[int, int] = {}
        found = kept(self.file, lambda entry: sums.__setitem__(entry.sequence, entry.sum))
        told = self.journal.sums()
        agreed = all(sums[number] == told[number] for number in sums.keys() & told.keys())
        later = told.keys() - sums.keys()
        if not (found.whole and agreed and (sums or not (later or self._backups.is_dir()))):
            saved = rescued(self.file, self.journal, self._backups)
            if not found.whole or saved.entries:
                return self._rebuilt(saved)
        engine = careful(self.file)
        try:
            with engine.begin() as connection:
                upgrade(connection)
                self._heed(connection)
                if later:
                    put(connection, sorted((e for e in self.journal.entries() if e.sequence in later), key=_order))
                    if len(later) > expected:
                        self._say(notices.brought_back(len(later)), connection)
                if connection.execute(_GAPS).first():
                    raise _Gap
            if missing := sums.keys() - told.keys():
                untold: list[Entry] = []
                kept(self.file, lambda entry: untold.append(entry) if entry.sequence in missing else None)
                self.journal.add(sorted(untold, key=_order))
        except (IntegrityError, _Gap):
            engine.dispose()
            return self._rebuilt(rescued(self.file, self.journal, self._backups))
        except BaseException:
            engine.dispose()
            raise
        return engine

    def _rebuilt(self, saved: Rescued) -> Engine:
        """A database and a second copy made anew beside the old ones, which are then put aside."""
        fresh, log = self.file.with_name(f"{self.file.name}.new"), Journal(self.journal.file.with_suffix(".new"))
        try:
            for file in (fresh, log.file):
                file.unlink(missing_ok=True)
            _filled(fresh, saved).dispose()
            log.add(saved.entries)
            aside = put_aside(self.file)
            fresh.rename(self.file)
            put_aside(self.journal.file)
            log.file.rename(self.journal.file)
        finally:
            for file in (fresh, log.file):
                file.unlink(missing_ok=True)
        engine = careful(self.file)
        with engine.begin() as connection:
            self._say(notices.rebuilt(aside, saved), connection)
        return engine

    def _say(self, notice: Text, connection: Connection) -> None:
        """Tells it until the next evening begins, whatever restarts come between."""
        _LOG.error("%s", notice.en)
        self.notice = notice
        remember(connection, NOTICE, json.dumps(notice.as_json(), ensure_ascii=False))

    def _heed(self, connection: Connection) -> None:
        said = json.loads(connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == NOTICE)).scalar() or "0")
        self.notice = Text(said["en"], said["ja"]) if said else None


def _locked(file: Path) -> tuple[int | None, bool]:
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


class _Gap(Exception):  # noqa: N818  no fault of a program
    """Entries are missing between others."""


_GAPS = select(ENTRIES.c.evening).group_by(ENTRIES.c.evening).having(func.max(ENTRIES.c.version) != func.count())


def _order(entry: Entry) -> int:
    return entry.sequence


def _filled(file: Path, saved: Rescued) -> Engine:
    """A new database with all of that in it."""
    engine = careful(file)
    with engine.begin() as connection:
        upgrade(connection)
        put(connection, saved.entries)
        for name, value in saved.settings.items():
            remember(connection, name, value)
    return engine


def put(connection: Connection, entries: Iterable[Entry]) -> None:
    """Writes entries as they once were; `IntegrityError` where others took their place."""
    known = set(connection.execute(select(EVENINGS.c.id)).scalars())
    for entry in entries:
        if entry.evening not in known:
            connection.execute(insert(EVENINGS).values(id=entry.evening, opened_at=entry.at))
            known.add(entry.evening)
        body = json.dumps(entry.body, ensure_ascii=False)
        more = {"body": body, "kind": entry.body["kind"], "sum": entry.sum}
        connection.execute(insert(ENTRIES).values(**asdict(entry) | more))


def remember(connection: Connection, name: str, text: str) -> None:
    """Keeps a setting, given as JSON text."""
    changed = connection.execute(update(SETTINGS).where(SETTINGS.c.name == name).values(value=text))
    if not changed.rowcount:
        connection.execute(insert(SETTINGS).values(name=name, value=text))


def careful(file: Path) -> Engine:
    """Every commit reaches the disk before it is acknowledged; a foreign file cannot run code through its schema."""
    engine = create_engine(f"sqlite:///{file}")

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
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
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
