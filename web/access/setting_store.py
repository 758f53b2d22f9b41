"""What PIN and back-off need of a store: settings by name."""

from __future__ import annotations

from typing import Any, Protocol

from web.openapi.schema import Schema


class SettingStore(Protocol):
    """Settings by name, read and written as JSON. A table's ledger is one, the hall's database another."""

    def get_setting(self, name: str, schema: Schema | None = None) -> Any:
        """The value of a setting, None if it is not set or not of `schema`."""

    def set_setting(self, name: str, value: Any) -> None:
        """Write a setting. `value` must be JSON-serialisable."""
