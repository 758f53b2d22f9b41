"""The exchange of the ledger in use for the one written beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Engine, func, select

from scorer.texts import Text
from web.ledger.engine import open_durable_engine, upsert_setting
from web.ledger.exchange.arrival import Moved, incoming_file, move_incoming, put_back
from web.ledger.notices import replaced_notice
from web.ledger.schema import ENTRIES, SETTINGS

T = TypeVar("T")


class OpenLedger(Protocol):
    """What the exchange needs of the ledger in use."""

    file: Path
    engine: Engine

    def reopen_after(self, move: Callable[[], T]) -> T:
        """Close the ledger, `move` its files, open those that lie there then."""

    def post_notice(self, notice: Text) -> None:
        """Show a notice on every phone."""


def exchange(ledger: OpenLedger, load: Callable[[], None]) -> None:
    """Put the ledger that was written beside this one in its place, and `load` it. This one's files stay.

    Settings that the other lacks go along. On any fault, also of `load`, this one is back, and the fault raised.
    """
    count = _copy_settings(ledger)
    moved: Moved = []
    try:
        moved += ledger.reopen_after(lambda: move_incoming(ledger.file))
        kept = next((kept for target, kept in moved if target == ledger.file and kept), ledger.file)
        ledger.post_notice(replaced_notice(kept.name, count))
        load()
    except BaseException:
        if moved:
            ledger.reopen_after(lambda: put_back(moved))
        raise


def _copy_settings(ledger: OpenLedger) -> int:
    """Add the settings that the other ledger lacks, and return the number of its entries."""
    engine = open_durable_engine(incoming_file(ledger.file))
    try:
        with ledger.engine.connect() as here, engine.begin() as there:
            known = set(there.execute(select(SETTINGS.c.name)).scalars())
            for name, value in here.execute(select(SETTINGS.c.name, SETTINGS.c.value)).all():
                if name not in known:
                    upsert_setting(there, name, value)
            return there.execute(select(func.count()).select_from(ENTRIES)).scalar_one()
    finally:
        engine.dispose()
