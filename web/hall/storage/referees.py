"""The phones of referees, kept in the hall's database.

A cookie holds the name of its phone only, so that a right ends here and not with the cookie.
"""

from __future__ import annotations

import json
import secrets

from sqlalchemy import Connection, delete, insert, select

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.hall.storage.database import HallDatabase
from web.hall.storage.schema import SETTINGS
from web.ledger.entry import utc_now
from web.openapi.schema import COUNT, STRING, obj
from web.openapi.validation import find_fault

MAX_REFEREES = 60
"""Phones that are referees' at once. Of more than that the one that signed in first is signed out."""

_PREFIX = "referee "
_SETTING = obj(pin=COUNT, at=STRING)


class RefereePhones:
    """The phones that gave a PIN, each a setting of its own, so that processes do not write over each other."""

    def __init__(self, database: HallDatabase) -> None:
        self._database = database

    def sign_in(self, pin_number: int) -> str:
        """Make a new phone a referee's under the PIN of this number, and return its name for the cookie."""
        phone = secrets.token_hex(12)
        with self._database.write() as connection:
            valid = sorted((at, name) for name, (pin, at) in _rows(connection).items() if pin == pin_number)
            kept = {name for _, name in valid[1 - MAX_REFEREES :]}
            stale = [name for name in _rows(connection) if name not in kept]
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name.in_(stale)))
            value = json.dumps({"pin": pin_number, "at": utc_now()})
            connection.execute(insert(SETTINGS).values(name=f"{_PREFIX}{phone}", value=value))
        return phone

    def is_signed_in(self, phone: str, pin_number: int) -> bool:
        """Whether that phone gave the PIN of this number, and nobody has signed it out since."""
        with self._database.read() as connection:
            value = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == f"{_PREFIX}{phone}")).scalar()
        return value is not None and _parse(value)[0] == pin_number > 0

    def count(self, pin_number: int) -> int:
        """The number of phones that are signed in."""
        with self._database.read() as connection:
            return sum(pin == pin_number for pin, _ in _rows(connection).values())

    def sign_out(self, phone: str) -> None:
        """Make a phone a referee's no longer, whoever has its cookie."""
        with self._database.write() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == f"{_PREFIX}{phone}"))

    def sign_out_all(self) -> None:
        """Make no phone a referee's."""
        with self._database.write() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name.startswith(_PREFIX)))


def _rows(connection: Connection) -> dict[str, tuple[int, str]]:
    """The number of the PIN and the time of each phone, by the name of its setting."""
    query = select(SETTINGS.c.name, SETTINGS.c.value).where(SETTINGS.c.name.startswith(_PREFIX))
    return {name: _parse(value) for name, value in connection.execute(query)}


def _parse(value: str) -> tuple[int, str]:
    try:
        row = parse_json(value)
    except Refusal:
        return 0, ""
    return (0, "") if find_fault(row, _SETTING, {}) else (row["pin"], row["at"])
