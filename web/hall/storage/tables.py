"""The tables of the hall: joining by a code, keys, leaving."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from scorer.errors import Refusal
from scorer.texts import Text
from web.hall.intake.evening_fold import SUPERSEDED
from web.hall.storage.database import HallDatabase
from web.hall.storage.schema import EVENINGS, TABLES, TALLIES
from web.hall.storage.settings import HallSettingStore
from web.ledger.entry import utc_now
from web.openapi.schema import STRING, array

ACTIVE, DIVERGED, REMOVED = "active", "diverged", "removed"
"""States of a table. One that diverged sent another entry in place of one that the hall has."""

_CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of a joining code: none that is mistaken for another."""
_CODE_LENGTH = 8
"""Letters of a joining code: 8·10^11 values, too many to try at the pace that is allowed."""
_KEY_BYTES = 32
"""Random bytes of a table's key."""
_SYNTHETIC = "synthetic_tables"


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table as the hall knows it. `first`, `last`: the sequences of its ledger that the hall holds."""

    id: int
    name: str
    url: str
    state: str
    generation: int
    first: int
    last: int
    heard_at: str


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A table that wants to join: its name, the id of its ledger, its address, and where it would begin to send.

    `first` is the sequence of the first entry it would send, `evening` the evening of that entry. `anew`: it left the
    hall, so what it played meanwhile is not to be sent.
    """

    name: str
    ledger: str
    url: str
    first: int
    evening: int
    anew: bool = False


class TableRegistry:
    """The tables of one hall and the code by which they join."""

    def __init__(self, database: HallDatabase, settings: HallSettingStore) -> None:
        self._database = database
        self._settings = settings

    @property
    def code(self) -> str:
        """The code by which tables join, made when it is first asked for."""
        return str(self._settings.get_setting("join_code") or self.renew_code())

    def renew_code(self) -> str:
        """Make a new code. Tables that have joined stay."""
        code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
        self._settings.set_setting("join_code", code)
        return code

    def join(self, code: str, request: JoinRequest) -> tuple[int, str, int]:
        """Let a table in: its number, its key, which is known to nobody else, and the sequence to send next.

        A ledger that joined before is the same table and goes on where it was. If it had left or diverged, it begins
        anew, and what it sends now takes the place of what it sent of the same evenings. Refusal `wrong_code`.
        """
        if not hmac.compare_digest(normalize_code(code).encode(), self.code.encode()):
            raise Refusal("wrong_code", Text("That is not the hall's code", "会場の参加コードが違います"))
        key, now = secrets.token_urlsafe(_KEY_BYTES), utc_now()
        values = {"name": request.name, "url": request.url, "key_hash": _hash(key), "state": ACTIVE, "heard_at": now}
        with self._database.write() as connection:
            row = connection.execute(
                update(TABLES).where(TABLES.c.ledger == request.ledger).values(heard_at=now).returning(TABLES)
            ).first()
            if row is None:
                row = connection.execute(
                    insert(TABLES)
                    .values(
                        **values,
                        ledger=request.ledger,
                        generation=1,
                        first=request.first,
                        last=request.first - 1,
                        joined_at=now,
                    )
                    .returning(TABLES)
                ).one()
            elif row.state != ACTIVE or request.anew:
                anew = {"generation": row.generation + 1, "first": request.first, "last": request.first - 1}
                connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(**values, **anew))
                old = select(EVENINGS.c.id).where(EVENINGS.c.table_id == row.id, EVENINGS.c.number >= request.evening)
                connection.execute(delete(TALLIES).where(TALLIES.c.evening_id.in_(old)))
                connection.execute(update(EVENINGS).where(EVENINGS.c.id.in_(old)).values(state=SUPERSEDED))
                return row.id, key, request.first
            else:
                connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(**values))
        return row.id, key, row.last + 1

    def require(self, credentials: str) -> int:
        """The number of the table with these credentials, "NUMBER.KEY". Refusal `not_joined` for any other."""
        number, _, key = credentials.partition(".")
        if number.isascii() and number.isdigit() and len(number) <= 9:
            with self._database.read() as connection:
                row = connection.execute(
                    select(TABLES.c.key_hash, TABLES.c.state).where(TABLES.c.id == int(number))
                ).first()
            if row and row.state != REMOVED and hmac.compare_digest(row.key_hash, _hash(key)):
                return int(number)
        raise Refusal("not_joined", Text("This table has not joined the hall", "この卓は会場に参加していません"))

    def remove(self, table_id: int) -> None:
        """Let a table in no more, until it joins again. What it sent stays."""
        self._set_state(table_id, REMOVED)

    def note_synthetic(self, ledgers: Sequence[str]) -> None:
        """Note the ids of the ledgers of synthetic tables, which end with the process that holds them."""
        self._settings.set_setting(_SYNTHETIC, list(ledgers))

    def remove_synthetic(self) -> None:
        """Remove the synthetic tables. Their ledgers are gone, so nobody can go on with them."""
        ledgers = self._settings.get_setting(_SYNTHETIC, array(STRING)) or []
        with self._database.write() as connection:
            connection.execute(update(TABLES).where(TABLES.c.ledger.in_(ledgers)).values(state=REMOVED))
        self._settings.set_setting(_SYNTHETIC, [])

    def _set_state(self, table_id: int, state: str) -> None:
        with self._database.write() as connection:
            connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(state=state))

    def find(self, table_id: int) -> HallTable | None:
        """The table with that number, None if there is none."""
        with self._database.read() as connection:
            row = connection.execute(select(TABLES).where(TABLES.c.id == table_id)).first()
        return None if row is None else to_table(row)

    def all(self) -> list[HallTable]:
        """Every table that has joined and was not removed, by number."""
        statement = select(TABLES).where(TABLES.c.state != REMOVED).order_by(TABLES.c.id)
        with self._database.read() as connection:
            return [to_table(row) for row in connection.execute(statement)]


def to_table(row: Row[Any]) -> HallTable:
    """The table of a row."""
    return HallTable(row.id, row.name, row.url, row.state, row.generation, row.first, row.last, row.heard_at)


def normalize_code(text: str) -> str:
    """A typed code in capitals, without blanks and hyphens.

    >>> normalize_code(" abcd-efgh ")
    'ABCDEFGH'
    """
    return "".join(letter for letter in text.upper() if letter.isalnum())


def _hash(key: str) -> str:
    """SHA-256 of a key. It is random and long, so nobody can try them all, and a slow hash would gain nothing."""
    return hashlib.sha256(key.encode()).hexdigest()
