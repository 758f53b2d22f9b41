"""Settings of the hall, kept in its database."""

from __future__ import annotations

import json
import secrets
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.hall.storage.database import HallDatabase
from web.hall.storage.schema import SETTINGS
from web.openapi.schema import STRING, Schema, array
from web.openapi.validation import find_fault

_SEASONS = "seasons"


class HallSettingStore:
    """Settings by name, read and written as JSON. Thread-safe, and shared by every process of the hall."""

    def __init__(self, database: HallDatabase) -> None:
        self._database = database

    def get_setting(self, name: str, schema: Schema | None = None) -> Any:
        """The value of a setting, None if it is not set or not of `schema`."""
        with self._database.read() as connection:
            value = connection.execute(select(SETTINGS.c.value).where(SETTINGS.c.name == name)).scalar()
        try:
            setting = None if value is None else parse_json(value, any_text=True)
        except Refusal:
            setting = None
        return setting if schema is None or find_fault(setting, schema, {}) is None else None

    def set_setting(self, name: str, value: Any) -> None:
        """Write a setting. `value` must be JSON-serialisable."""
        with self._database.write() as connection:
            insert_if_absent(self._database, connection, name, value)
            text = json.dumps(value, ensure_ascii=False)
            connection.execute(update(SETTINGS).where(SETTINGS.c.name == name).values(value=text))

    @property
    def seasons(self) -> list[str]:
        """The names of the seasons, the first first. An evening belongs to the last one there is when it is opened."""
        return list(self.get_setting(_SEASONS, array(STRING)) or [])

    def add_season(self, name: str) -> None:
        """Begin a season. Evenings that are opened from now on belong to it."""
        self.set_setting(_SEASONS, [*self.seasons, name])

    def secret(self) -> str:
        """The key that signs cookies. Of processes that start at once one makes it, the others read it."""
        with self._database.write() as connection:
            insert_if_absent(self._database, connection, "secret", secrets.token_hex(32))
        return str(self.get_setting("secret"))


def insert_if_absent(database: HallDatabase, connection: Connection, name: str, value: Any) -> None:
    """Write a setting unless there is one of that name."""
    insert = postgresql.insert if database.is_postgresql else sqlite.insert
    text = json.dumps(value, ensure_ascii=False)
    connection.execute(insert(SETTINGS).values(name=name, value=text).on_conflict_do_nothing())
