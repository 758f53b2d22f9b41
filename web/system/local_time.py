"""Times of the ledger as people at this table read them: in its own zone."""

from __future__ import annotations

from datetime import datetime


def local_day(at: str) -> str:
    """The day at the table at a time of the ledger (ISO 8601), as 2026-11-28. What is no time stays as it is."""
    return _local(at)[:10]


def local_minute(at: str) -> str:
    """Day and time at the table, as 2026-11-28 20:15."""
    return _local(at)[:16].replace("T", " ")


def _local(at: str) -> str:
    try:
        time = datetime.fromisoformat(at)
        # An imported evening may not say its zone: then it is that of its table.
        return (time if time.tzinfo is None else time.astimezone()).isoformat()
    except (ValueError, OverflowError):
        return at
