"""Back-off for PIN attempts that survives a restart.

Failed attempts delay the next and are counted on disk. The store holds the age of each attempt, not its time of day,
because a Pi has no clock that runs without power. No wait gets shorter while the server is off.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.setting_store import SettingStore
from web.openapi.schema import COUNT, NUMBER, array, by_key, obj

RATE_WINDOWS: Mapping[float, int] = {1: 1, 60: 5, 3600: 20}
"""Window in seconds → maximum number of attempts in it. Applies to each client and to all clients together."""

FREE_FAILURES = 5
"""Number of failures in a row after which a wait begins. Each further failure doubles it, so a guess stays costly."""

MIN_WAIT_S = 30.0
"""Seconds to wait after `FREE_FAILURES` failures in a row."""

MAX_WAIT_S = 3600.0
"""Upper limit of the wait in seconds, so that a host who mistyped the PIN gets in again the same evening."""

FORGET_AFTER_S = 86400.0
"""Seconds since the last attempt of a client after which its failures are dropped, so that the setting stays small."""

_SETTING_KEY = "pin_tries"
_SETTING = by_key(obj(ages=array(NUMBER), wrong=COUNT))
_EVERYONE = "*"


class TooManyAttemptsError(Refusal):
    """Refusal `too_many_tries`. `retry_after` is the time to wait in whole seconds."""

    def __init__(self, seconds: float) -> None:
        self.retry_after = math.ceil(seconds)
        minutes = math.ceil(self.retry_after / 60)
        long = self.retry_after > 90
        en = f"{minutes} minutes" if long else f"{self.retry_after} seconds" if self.retry_after > 1 else "a second"
        ja = f"{minutes}分" if long else f"{self.retry_after}秒"
        super().__init__(
            "too_many_tries",
            Text(f"too many tries; try again in {en}", f"試した回数が多すぎます。{ja}ほど待ってください"),
        )


@dataclass(slots=True)
class _Attempts:
    """Attempts of one client: their times in clock seconds, newest last, and the number of failures in a row."""

    times: list[float] = field(default_factory=list)
    failures: int = 0

    def remaining_wait(self, now: float) -> float:
        """Seconds until the next attempt is allowed, 0 if it is allowed now."""
        waits = [0.0]
        for window, limit in RATE_WINDOWS.items():
            recent = [start for start in self.times if start > now - window]
            if len(recent) >= limit:
                waits.append(recent[-limit] + window - now)
        if self.failures >= FREE_FAILURES:
            waits.append(
                self.times[-1] + min(MIN_WAIT_S * 2 ** min(self.failures - FREE_FAILURES, 20), MAX_WAIT_S) - now
            )
        return max(waits)


class PersistentBackoff:
    """Attempts by client, kept in the store. Thread-safe.

    An attempt counts as failed from its start, so that a power cut gives nobody a free attempt.
    """

    def __init__(self, store: SettingStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        now = clock()
        self._attempts = {
            client: _attempts_from_setting(row, now)
            for client, row in (store.get_setting(_SETTING_KEY, _SETTING) or {}).items()
        }

    def start(self, client: str, *, own_limit_only: bool = False) -> None:
        """Count an attempt of `client`, and of all clients unless `own_limit_only`.

        Raises `TooManyAttemptsError` while the client has to wait.
        """
        with self._lock:
            now = self._clock()
            rows = [self._attempts.get(key) or _Attempts() for key in _keys(client, own_limit_only=own_limit_only)]
            if (wait := max(row.remaining_wait(now) for row in rows)) > 0:
                raise TooManyAttemptsError(wait)
            for key, row in zip(_keys(client, own_limit_only=own_limit_only), rows, strict=True):
                row.times = [*row.times[1 - RATE_WINDOWS[3600] :], now]
                row.failures += 1
                self._attempts[key] = row
            self._save(now)

    def succeed(self, client: str, *, own_limit_only: bool = False) -> None:
        """Record that the attempt just started succeeded: it no longer counts against `client` or the common limit."""
        with self._lock:
            self._attempts.pop(client, None)
            if not own_limit_only and (everyone := self._attempts.get(_EVERYONE)):
                everyone.times.pop()
                everyone.failures = 0
            self._save(self._clock())

    def clear(self) -> None:
        """Forget every attempt of every client."""
        with self._lock:
            self._attempts.clear()
            self._save(self._clock())

    def remaining_wait(self) -> float:
        """Seconds until the common limit allows the next attempt, 0 if it allows one now."""
        with self._lock:
            return self._attempts.get(_EVERYONE, _Attempts()).remaining_wait(self._clock())

    def _save(self, now: float) -> None:
        expired = [
            client for client, row in self._attempts.items() if not row.times or row.times[-1] < now - FORGET_AFTER_S
        ]
        for client in expired:
            del self._attempts[client]
        stored = {
            client: {"ages": [round(now - start, 3) for start in row.times], "wrong": row.failures}
            for client, row in self._attempts.items()
        }
        self._store.set_setting(_SETTING_KEY, stored)


def _keys(client: str, *, own_limit_only: bool) -> tuple[str, ...]:
    return (client,) if own_limit_only else (client, _EVERYONE)


def _attempts_from_setting(stored: Mapping[str, Any], now: float) -> _Attempts:
    return _Attempts([now - float(age) for age in stored["ages"]], int(stored["wrong"]))
