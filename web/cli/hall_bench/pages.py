"""What pages of a hall cost: milliseconds, processor time, bytes."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from web.hall.storage.database import HallDatabase
from web.system.process_stats import read_process_stats

_TIMES = 15
"""Requests of each page. The median is given."""
_TIMEOUT_S = 120.0
"""Seconds to wait for a page."""


class CpuClock:
    """Processor seconds of a hall and of those processes of PostgreSQL on this machine that work for its database."""

    def __init__(self, pid: int, database: HallDatabase) -> None:
        self._pid = pid
        self._database = database
        self._asking: set[int] = set()

    def hall(self) -> float:
        """Seconds that the hall took so far."""
        return read_process_stats(self._pid).cpu_seconds

    def server(self) -> dict[int, float]:
        """Seconds that each process of the database server took, by its number. Empty for SQLite, or elsewhere."""
        if not self._database.is_postgresql:
            return {}
        # Not those that tidy up, nor one that ever asked this: another may ask the next time.
        statement = (
            "SELECT pid, pid = pg_backend_pid() FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend'"
        )
        found = {}
        try:
            with self._database.read() as connection:
                for pid, is_asking in connection.execute(text(statement)):
                    if is_asking:
                        self._asking.add(pid)
                    else:
                        found[pid] = read_process_stats(pid).cpu_seconds
        except (SQLAlchemyError, OSError):
            pass
        return {pid: seconds for pid, seconds in found.items() if pid not in self._asking}


def cost_of_pages(url: str, paths: Sequence[str], clock: CpuClock) -> dict[str, dict[str, Any]]:
    """For each path: median milliseconds, processor milliseconds of hall and database, bytes."""
    return {path: _cost(url, path, clock) for path in paths}


def _cost(url: str, path: str, clock: CpuClock) -> dict[str, Any]:
    get(url, path)  # fills caches
    times, size = [], 0
    hall, server = clock.hall(), clock.server()
    for _ in range(_TIMES):
        start = time.perf_counter()
        size = len(get(url, path))
        times.append(1000 * (time.perf_counter() - start))
    return {
        "ms": round(statistics.median(times), 1),
        "hall_cpu_ms": round(1000 * (clock.hall() - hall) / _TIMES, 1),
        "database_cpu_ms": round(1000 * seconds_spent(server, clock.server()) / _TIMES, 1),
        "bytes": size,
    }


def seconds_spent(before: dict[int, float], after: dict[int, float]) -> float:
    """Seconds that the processes took between two looks."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())


def get(url: str, path: str) -> bytes:
    """The body of a page. RuntimeError if it is refused."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=_TIMEOUT_S)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.status != 200:
        raise RuntimeError(f"{path}: {response.status}")
    return body
