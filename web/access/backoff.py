"""我慢 gaman: tries that are counted on disk, and a wait that grows with every wrong one.

Ages are kept, not times: a Pi has no clock of its own, so nothing here asks what time it is. While the companion is
off, nobody's wait gets shorter.
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
from web.ledger.store import Store

RATE_WINDOWS: Mapping[float, int] = {1: 1, 60: 5, 3600: 20}
"""Seconds → how many tries within them, by one address and by all together."""

FREE_FAILURES = 5
"""Wrong tries in a row after which every further one doubles the wait, from `FIRST` to `LONGEST` seconds."""

MIN_WAIT_S, MAX_WAIT_S, FORGET_AFTER_S = 30.0, 3600.0, 86400.0

_SETTING_KEY = "pin_tries"
_EVERYONE = "*"


class TooManyAttemptsError(Refusal):
    """`too_many_tries`, with the seconds to wait in `wait`."""

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
    """Tries of one address: when, newest last, and how many wrong ones in a row."""

    times: list[float] = field(default_factory=list)
    failures: int = 0

    def remaining_wait(self, now: float) -> float:
        """Seconds until one more may be tried."""
        waits = [0.0]
        for span, most in RATE_WINDOWS.items():
            recent = [at for at in self.times if at > now - span]
            if len(recent) >= most:
                waits.append(recent[-most] + span - now)
        if self.failures >= FREE_FAILURES:
            waits.append(
                self.times[-1] + min(MIN_WAIT_S * 2 ** min(self.failures - FREE_FAILURES, 20), MAX_WAIT_S) - now
            )
        return max(waits)


class PersistentBackoff:
    """Who tried how often. A try counts as wrong from its beginning, so that pulling the plug gives none for free."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        now = clock()
        self._attempts = {
            who: _attempts_from_setting(row, now) for who, row in (store.get_setting(_SETTING_KEY) or {}).items()
        }

    def start(self, client: str, *, own_limit_only: bool = False) -> None:
        """Counts a try of `who`, and of all together unless it is `alone`; `TooSoon` when it must wait."""
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
        """The try just begun was right: it does not count, and nobody waits longer because of it."""
        with self._lock:
            self._attempts.pop(client, None)
            if not own_limit_only and (everyone := self._attempts.get(_EVERYONE)):
                everyone.times.pop()
                everyone.failures = 0
            self._save(self._clock())

    def clear(self) -> None:
        """Nobody has tried anything."""
        with self._lock:
            self._attempts.clear()
            self._save(self._clock())

    def remaining_wait(self) -> float:
        """Seconds until a stranger's next try is looked at at all."""
        with self._lock:
            return self._attempts.get(_EVERYONE, _Attempts()).remaining_wait(self._clock())

    def _save(self, now: float) -> None:
        old = [who for who, row in self._attempts.items() if not row.times or row.times[-1] < now - FORGET_AFTER_S]
        for who in old:
            del self._attempts[who]
        kept = {
            who: {"ages": [round(now - at, 3) for at in row.times], "wrong": row.failures}
            for who, row in self._attempts.items()
        }
        self._store.set_setting(_SETTING_KEY, kept)


def _keys(client: str, *, own_limit_only: bool) -> tuple[str, ...]:
    return (client,) if own_limit_only else (client, _EVERYONE)


def _attempts_from_setting(stored: Mapping[str, Any], now: float) -> _Attempts:
    return _Attempts([now - float(age) for age in stored["ages"]], int(stored["wrong"]))
