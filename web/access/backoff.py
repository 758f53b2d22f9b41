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
"""Window in seconds → maximum number of attempts of one client in it."""

COMMON_WAIT_S = 5.0
"""Seconds between failures of all clients together. It never grows, so nobody can keep the rightful host out."""

FRESH_FAILURES = 300
"""First failures of clients that may come at once before those that have not failed wait, too.

More than a home network has addresses. One more may come every `COMMON_WAIT_S`.
"""

FREE_FAILURES = 5
"""Failures of a client in a row after which its wait begins. Each further one doubles it, so a guess stays costly."""

MIN_WAIT_S = 30.0
"""Seconds to wait after `FREE_FAILURES` failures in a row."""

MAX_WAIT_S = 3600.0
"""Upper limit of the wait in seconds, so that a host who mistyped the PIN gets in again the same evening."""

FORGET_AFTER_S = 86400.0
"""Seconds since the last attempt of a client after which its failures are dropped, so that the setting stays small."""

MAX_CLIENTS = 500
"""Clients whose attempts are kept: more than a home network has, few enough to be written with every attempt."""

GUESSES_WINDOW_S = 3600.0
"""Seconds for which failed attempts are shown to who is signed in."""

_SETTING_KEY = "pin_tries"
_SETTING = by_key(obj(ages=array(NUMBER), wrong=COUNT))
_OLD_COMMON_KEY = "*"
"""Key under which earlier versions counted all clients together."""
_HELP_AFTER_S = 10
"""Seconds of a wait from which on its refusal says who can end it."""


class TooManyAttemptsError(Refusal):
    """Refusal `too_many_tries`. `retry_after` is the time to wait in whole seconds."""

    def __init__(self, seconds: float, way_out: Text | None = None) -> None:
        self.retry_after = math.ceil(seconds)
        minutes = math.ceil(self.retry_after / 60)
        long = self.retry_after > 90
        en = f"{minutes} minutes" if long else f"{self.retry_after} seconds" if self.retry_after > 1 else "a second"
        ja = f"{minutes}分" if long else f"{self.retry_after}秒"
        message = Text(f"too many tries; try again in {en}", f"試した回数が多すぎます。{ja}ほど待ってください")
        if way_out is not None and seconds > _HELP_AFTER_S:
            message = Text(f"{message.en}. {way_out.en}", f"{message.ja}。{way_out.ja}")
        super().__init__("too_many_tries", message)


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

    An attempt counts as failed from its start, so that a power cut gives nobody a free attempt. The failures of all
    clients together have a rate, too: a client that has failed waits until nobody failed for `COMMON_WAIT_S`. One that
    has not does not wait, because strangers with some addresses would always be before it. Only where they have very
    many, all that have not failed share a rate (`FRESH_FAILURES`).

    `way_out`: what the refusal of a long wait says of those who can end it.
    """

    def __init__(
        self, store: SettingStore, clock: Callable[[], float] = time.monotonic, way_out: Text | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._way_out = way_out
        self._lock = threading.Lock()
        now = clock()
        self._last_failure = -math.inf
        self._fresh_left, self._fresh_counted_at = float(FRESH_FAILURES), now
        self._attempts = {
            client: _attempts_from_setting(row, now)
            for client, row in (store.get_setting(_SETTING_KEY, _SETTING) or {}).items()
            if client != _OLD_COMMON_KEY
        }

    def start(self, client: str, *, own_limit_only: bool = False) -> None:
        """Count an attempt of `client`, which also waits for others unless `own_limit_only`.

        Raises `TooManyAttemptsError` while the client has to wait.
        """
        with self._lock:
            now = self._clock()
            row = self._attempts.get(client) or _Attempts()
            waits = [row.remaining_wait(now)]
            if not own_limit_only:
                waits.append(self._common_wait(now, has_failed=row.failures > 0))
            if (wait := max(waits)) > 0:
                raise TooManyAttemptsError(wait, self._way_out)
            if not own_limit_only:
                self._last_failure = now
                self._fresh_left -= row.failures == 0
            row.times = [*row.times[1 - RATE_WINDOWS[3600] :], now]
            row.failures += 1
            self._attempts[client] = row
            self._save(now)

    def succeed(self, client: str, *, own_limit_only: bool = False) -> None:
        """Record that the attempt just started succeeded: it no longer counts against `client`, nor against others."""
        with self._lock:
            row = self._attempts.pop(client, None)
            if row is not None and not own_limit_only:
                self._last_failure = -math.inf
                self._fresh_left += row.failures == 1
            self._save(self._clock())

    def clear(self) -> None:
        """Forget every attempt of every client."""
        with self._lock:
            self._attempts.clear()
            self._last_failure = -math.inf
            self._fresh_left = float(FRESH_FAILURES)
            self._save(self._clock())

    def _common_wait(self, now: float, *, has_failed: bool) -> float:
        """Seconds that a client waits because of others."""
        if has_failed:
            return self._last_failure + COMMON_WAIT_S - now
        came = max(0.0, now - self._fresh_counted_at) / COMMON_WAIT_S
        self._fresh_left, self._fresh_counted_at = min(FRESH_FAILURES, self._fresh_left + came), now
        return (1 - self._fresh_left) * COMMON_WAIT_S

    def recent_failures(self) -> dict[str, int]:
        """The clients that failed in the last hour, and how often."""
        with self._lock:
            since = self._clock() - GUESSES_WINDOW_S
            failed = {client: sum(start > since for start in row.times) for client, row in self._attempts.items()}
            return {client: count for client, count in failed.items() if count}

    def remaining_wait(self) -> float:
        """Seconds until the client that waits longest may try again, 0 if nobody has to wait."""
        with self._lock:
            now = self._clock()
            return max((row.remaining_wait(now) for row in self._attempts.values()), default=0.0)

    def _save(self, now: float) -> None:
        kept = [(client, row) for client, row in self._attempts.items() if row.times[-1] >= now - FORGET_AFTER_S]
        # Who failed most waits longest, so he is forgotten last.
        kept = sorted(kept, key=lambda each: (each[1].failures, each[1].times[-1]))[-MAX_CLIENTS:]
        self._attempts = dict(kept)
        stored = {
            client: {"ages": [round(now - start, 3) for start in row.times], "wrong": row.failures}
            for client, row in self._attempts.items()
        }
        self._store.set_setting(_SETTING_KEY, stored)


def _attempts_from_setting(stored: Mapping[str, Any], now: float) -> _Attempts:
    return _Attempts([now - float(age) for age in stored["ages"]] or [now], int(stored["wrong"]))
