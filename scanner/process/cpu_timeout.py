"""手間 tema: how long a process has been at it by its own measure, so that a busy machine is not held against it.

Seconds in which it waits for a processor that others hold do not count; those in which it computes, sleeps, is stopped
or hangs in a driver do. Source: proc(5), state and times of a process and its threads.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_MIN_SAMPLE_INTERVAL_S = 0.05


class CpuClock:
    """Counts from when it is made; to be looked at several times a second while something is waited for.

    `ran`: seconds of processor time it had. `idle`: seconds in which none of its threads wanted to run. Where the
    system does not tell (no /proc), every second is idle: then this is a plain clock.
    """

    def __init__(self, pid: int) -> None:
        self._proc_dir = Path(f"/proc/{pid}")
        self._sampled_at, self._last_cpu_seconds = time.monotonic(), self._read_cpu_seconds()
        self.cpu_seconds = self.blocked_seconds = 0.0

    def sample(self) -> None:
        """Counts what has passed since the last look."""
        now = time.monotonic()
        if now - self._sampled_at < _MIN_SAMPLE_INTERVAL_S:  # looks that follow each other closely would only cost
            return
        had = self._read_cpu_seconds()
        if had is not None and self._last_cpu_seconds is not None and self._is_runnable():
            self.cpu_seconds += max(0.0, had - self._last_cpu_seconds)
        else:
            self.blocked_seconds += now - self._sampled_at
        self._sampled_at, self._last_cpu_seconds = now, had

    @property
    def elapsed(self) -> float:
        """Both together."""
        return self.cpu_seconds + self.blocked_seconds

    def _read_cpu_seconds(self) -> float | None:
        try:
            fields = _read_stat_fields(self._proc_dir / "stat")
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _is_runnable(self) -> bool:
        """Whether a thread of it runs or waits for a processor, neither asleep nor stopped."""
        for file in self._proc_dir.glob("task/*/stat"):
            try:
                if _read_stat_fields(file)[0] == "R":
                    return True
            except OSError:  # that thread has ended
                continue
        return False


def _read_stat_fields(file: Path) -> list[str]:
    """What follows the name, which may hold blanks and brackets: state first, times in ticks as 12th and 13th."""
    return file.read_text(errors="replace").rpartition(")")[2].split()
