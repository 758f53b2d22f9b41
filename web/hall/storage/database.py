"""The hall's database: SQLite for a club, PostgreSQL by URL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, make_url, text

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.storage.schema import METADATA
from web.ledger.engine import open_durable_engine
from web.ledger.migrations.runner import SchemaMigrations
from web.system.data_lock import DataLock, require_free

MIGRATIONS = SchemaMigrations(METADATA, Path(__file__).parent / "versions")
"""The schema of the hall and the way to it."""

_CONNECT_TIMEOUT_S = 5
"""Seconds to wait for PostgreSQL, so that tables hear soon that it is away."""
_STATEMENT_TIMEOUT_MS = 20_000
"""Milliseconds after which PostgreSQL gives up a statement, so that a lock never holds every thread."""
_POOL_SIZE = 8
"""Connections to PostgreSQL that one process keeps, half as many as it has threads."""
_UPGRADE_LOCK = 7_306_178
"""Number of the advisory lock that only the process that upgrades the schema holds. Chosen at random."""


class HallDatabase:
    """The engine behind `url`, upgraded to the newest schema. Thread-safe.

    `url`: `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`. `SQLAlchemyError` if it cannot be opened,
    Refusal `no_driver` where psycopg is not installed. `alone`: `HeldError` if another hall has the file; several share
    PostgreSQL.
    """

    def __init__(self, url: str, *, alone: bool = False) -> None:
        parsed = make_url(url)
        self.is_postgresql = parsed.get_backend_name() in {"postgresql", "postgres"}
        self._process_lock: DataLock | None = None
        if alone and not self.is_postgresql:
            require_free(Path(str(parsed.database)))
            self._process_lock = DataLock(Path(str(parsed.database)))
        self.engine = _open_postgresql(url) if self.is_postgresql else open_durable_engine(Path(str(parsed.database)))
        # SQLite has one writer: threads wait for each other here instead of failing there.
        self._writer = nullcontext() if self.is_postgresql else threading.Lock()
        with self.write() as connection:
            if self.is_postgresql:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _UPGRADE_LOCK})
            MIGRATIONS.upgrade(connection)

    @property
    def native_url(self) -> str:
        """The URL as psycopg takes it."""
        return self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block ends without an error."""
        with self._writer, self.engine.begin() as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection that only reads."""
        with self.engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection, and let go of the file."""
        self.engine.dispose()
        if self._process_lock is not None:
            self._process_lock.close()


def _open_postgresql(url: str) -> Engine:
    if find_spec("psycopg") is None:  # a Pi at a table need not have it
        raise Refusal(
            "no_driver",
            Text(
                "PostgreSQL needs psycopg: pip install 'fudayomi[hall]'",
                "PostgreSQL には psycopg が要ります：pip install 'fudayomi[hall]'",
            ),
        )
    options = f"-c statement_timeout={_STATEMENT_TIMEOUT_MS}"
    return create_engine(
        make_url(url).set(drivername="postgresql+psycopg"),
        pool_size=_POOL_SIZE,
        max_overflow=_POOL_SIZE,
        pool_pre_ping=True,
        connect_args={"connect_timeout": _CONNECT_TIMEOUT_S, "options": options},
    )
