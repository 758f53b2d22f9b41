"""A hall with many rounds in its past, to measure against."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, text

from web.hall.events.event_store import EventList, EventPlan
from web.hall.events.referee_changes import draw_round
from web.hall.storage.database import HallDatabase
from web.hall.storage.names import name_key
from web.hall.storage.news import LocalNews
from web.hall.storage.receiver import EntryReceiver
from web.hall.storage.schema import ENTRIES, EVENINGS, MEMBERS, TABLES, TALLIES
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import JoinRequest, TableRegistry
from web.ledger.entry import utc_now
from web.ledger.store import Store

ROUNDS_OF_EVENING = 50
"""Rounds of a past evening."""
_EVENINGS_AT_ONCE = 400
"""Evenings copied in one statement, which may not take longer than the hall lets any take."""
_SEATS = 4
"""Players at each table."""


class Past:
    """Writes past evenings straight into the database of a hall, all alike but for who played.

    They have the generation 0, so that they are older than what the tables send now. `write_ledger` writes a ledger of
    so many evenings of so many rounds into a folder.
    """

    def __init__(self, database: HallDatabase, write_ledger: Callable[[Path, int, int], None]) -> None:
        self._database = database
        self._tables: list[int] = []
        self._evenings = 0
        with database.read() as connection:
            self._tables = list(connection.execute(select(TABLES.c.id).order_by(TABLES.c.id)).scalars())
        self._pattern = self._store_pattern(write_ledger)

    @property
    def rounds(self) -> int:
        """Rounds stored so far."""
        return self._evenings * ROUNDS_OF_EVENING

    def grow(self, rounds: int) -> None:
        """Store evenings of all tables in turn until there are so many rounds."""
        wanted = rounds // ROUNDS_OF_EVENING
        while self._evenings < wanted:
            end = min(wanted, self._evenings + _EVENINGS_AT_ONCE)
            with self._database.write() as connection:
                _copy(connection, self._pattern, self._tables, (self._evenings, end))
                if self._database.is_postgresql:
                    _move_sequence(connection)
            self._evenings = end
        if self._database.is_postgresql:  # soon after, it does so by itself
            with self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("VACUUM ANALYZE"))

    def begin_event(self, players: Sequence[str], game: str) -> int:
        """An event of one board with these players, drawn: its number."""
        events = EventList(self._database, LocalNews(lambda _number: None))
        number = events.create(EventPlan("Bench", game, {}, len(players), "stones", 3, 40))
        for name in players:
            events.enter(number, name)
        draw_round(events, number, len(players))
        return number

    def _store_pattern(self, write_ledger: Callable[[Path, int, int], None]) -> int:
        """One evening as a table sends it, and a member for every seat: the id of the evening."""
        registry = TableRegistry(self._database, HallSettingStore(self._database))
        table, _, _ = registry.join(registry.code, JoinRequest("Past", "bench-past", "", 1, 1))
        with tempfile.TemporaryDirectory(prefix="fudayomi-past-") as name:
            write_ledger(Path(name), 1, ROUNDS_OF_EVENING)
            with closing(Store(f"sqlite:///{Path(name) / 'ledger.db'}")) as store:
                receiver = EntryReceiver(
                    self._database, HallSettingStore(self._database), LocalNews(lambda _number: None)
                )
                receiver.receive(table, store.entries(1))
        rows = [
            {
                "name": f"Member {number}",
                "name_key": name_key(f"Member {number}"),
                "code": f"B{number}",
                "is_forgotten": False,
                "joined_at": utc_now(),
            }
            for number in range(_SEATS * len(self._tables))
        ]
        with self._database.write() as connection:
            connection.execute(insert(MEMBERS), rows)
            pattern = connection.execute(select(EVENINGS.c.id).where(EVENINGS.c.table_id == table)).scalar_one()
        return int(pattern)


def _copy(connection: Connection, pattern: int, tables: Sequence[int], span: tuple[int, int]) -> None:
    """Copy the evening `pattern` for each number from `span[0]` to before `span[1]`, the tables in turn."""
    last = connection.execute(select(func.max(EVENINGS.c.id))).scalar_one()
    member = connection.execute(select(func.min(MEMBERS.c.id)).where(MEMBERS.c.code.like("B%"))).scalar_one()
    values = {
        "pattern": pattern,
        "start": span[0],
        "end": span[1],
        "tables": len(tables),
        "table": tables[0],
        "id": last + 1 - span[0],
        "member": member,
        "members": _SEATS * len(tables),
        "seats": _SEATS,
    }
    numbers = (
        "WITH RECURSIVE copies(n) AS"
        " (SELECT CAST(:start AS INTEGER) UNION ALL SELECT n + 1 FROM copies WHERE n + 1 < :end)"
    )
    place = {"table_id": ":table + n % :tables", "generation": "0"}
    source = "SELECT * FROM evenings WHERE id = :pattern"
    chosen = {
        EVENINGS: (
            f"copies, ({source}) AS one",
            {**place, "id": ":id + n", "number": "n / :tables + 1", "state": "'closed'"},
        ),
        ENTRIES: (
            f"copies, ({source}) AS evening JOIN entries AS one ON one.table_id = evening.table_id",
            {**place, "sequence": "(n / :tables) * 1000 + one.sequence", "evening": "n / :tables + 1"},
        ),
        TALLIES: (
            "copies, (SELECT t.*, row_number() OVER (ORDER BY name) AS seat FROM tallies AS t"
            " WHERE evening_id = :pattern) AS one",
            {"evening_id": ":id + n", "member_id": ":member + (n * :seats + seat) % :members"},
        ),
    }
    for table, (rows, replaced) in chosen.items():
        names = [column.name for column in table.columns]
        columns = ", ".join(replaced.get(name, f"one.{name}") for name in names)
        statement = f"INSERT INTO {table.name} ({', '.join(names)}) {numbers} SELECT {columns} FROM {rows} WHERE true"  # noqa: S608  our own names
        connection.execute(text(statement), values)


def _move_sequence(connection: Connection) -> None:
    """New evenings get numbers after those that were copied."""
    connection.execute(text("SELECT setval(pg_get_serial_sequence('evenings', 'id'), (SELECT max(id) FROM evenings))"))
