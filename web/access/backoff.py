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

WINDOWS: Mapping[float, int] = {1: 1, 60: 5, 3600: 20}
"""Seconds → how many tries within them, by one address and by all together."""

PATIENT = 5
"""Wrong tries in a row after which every further one doubles the wait, from `FIRST` to `LONGEST` seconds."""

FIRST, LONGEST, REMEMBERED = 30.0, 3600.0, 86400.0

_SETTING = "pin_tries"
_ALL = "*"


class TooSoon(Refusal):
    """`too_many_tries`, with the seconds to wait in `wait`."""

    def __init__(self, wait: float) -> None:
        self.wait = math.ceil(wait)
        minutes = math.ceil(self.wait / 60)
        long = self.wait > 90
        en = f"{minutes} minutes" if long else f"{self.wait} seconds" if self.wait > 1 else "a second"
        ja = f"{minutes}分" if long else f"{self.wait}秒"
        super().__init__(
            "too_many_tries",
            Text(f"too many tries; try again in {en}", f"試した回数が多すぎます。{ja}ほど待ってください"),
        )


@dataclass(slots=True)
class _Row:
    """Tries of one address: when, newest last, and how many wrong ones in a row."""

    at: list[float] = field(default_factory=list)
    wrong: int = 0

    def wait(self, now: float) -> float:
        """Seconds until one more may be tried."""
        waits = [0.0]
        for span, most in WINDOWS.items():
            recent = [at for at in self.at if at > now - span]
            if len(recent) >= most:
                waits.append(recent[-most] + span - now)
        if self.wrong >= PATIENT:
            waits.append(self.at[-1] + min(FIRST * 2 ** min(self.wrong - PATIENT, 20), LONGEST) - now)
        return max(waits)


class Tries:
    """Who tried how often. A try counts as wrong from its beginning, so that pulling the plug gives none for free."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        now = clock()
        self._rows = {who: _row(row, now) for who, row in (store.setting(_SETTING) or {}).items()}

    def begin(self, who: str, *, alone: bool = False) -> None:
        """Counts a try of `who`, and of all together unless it is `alone`; `TooSoon` when it must wait."""
        with self._lock:
            now = self._clock()
            rows = [self._rows.get(key) or _Row() for key in _keys(who, alone=alone)]
            if (wait := max(row.wait(now) for row in rows)) > 0:
                raise TooSoon(wait)
            for key, row in zip(_keys(who, alone=alone), rows, strict=True):
                row.at = [*row.at[1 - WINDOWS[3600] :], now]
                row.wrong += 1
                self._rows[key] = row
            self._keep(now)

    def right(self, who: str, *, alone: bool = False) -> None:
        """The try just begun was right: it does not count, and nobody waits longer because of it."""
        with self._lock:
            self._rows.pop(who, None)
            if not alone and (everyone := self._rows.get(_ALL)):
                everyone.at.pop()
                everyone.wrong = 0
            self._keep(self._clock())

    def forget(self) -> None:
        """Nobody has tried anything."""
        with self._lock:
            self._rows.clear()
            self._keep(self._clock())

    def wait(self) -> float:
        """Seconds until a stranger's next try is looked at at all."""
        with self._lock:
            return self._rows.get(_ALL, _Row()).wait(self._clock())

    def _keep(self, now: float) -> None:
        old = [who for who, row in self._rows.items() if not row.at or row.at[-1] < now - REMEMBERED]
        for who in old:
            del self._rows[who]
        kept = {
            who: {"ages": [round(now - at, 3) for at in row.at], "wrong": row.wrong} for who, row in self._rows.items()
        }
        self._store.remember(_SETTING, kept)


def _keys(who: str, *, alone: bool) -> tuple[str, ...]:
    return (who,) if alone else (who, _ALL)


def _row(kept: Mapping[str, Any], now: float) -> _Row:
    return _Row([now - float(age) for age in kept["ages"]], int(kept["wrong"]))
