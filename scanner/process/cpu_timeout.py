"""Clock for time-outs that counts only the time a process could use.

Seconds in which the process waits for a processor that others occupy do not count, so that a busy machine causes no
time-out. Seconds in which it computes, sleeps, is stopped or hangs in a driver do count. Source: proc(5), state and
times of a process and its threads.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_MIN_SAMPLE_INTERVAL_S = 0.05
"""Seconds between two samples, at least: reading /proc more often costs time and gains nothing."""


class CpuClock:
    """Clock of one process that starts at zero; to be sampled several times a second during a wait.

    `cpu_seconds`: seconds of processor time the process had. `blocked_seconds`: seconds in which none of its threads
    wanted to run. On a system without /proc every second counts as blocked, which makes this a plain clock.
    """

    def __init__(self, pid: int) -> None:
        self._proc_dir = Path(f"/proc/{pid}")
        self._sampled_at, self._last_cpu_seconds = time.monotonic(), self._read_cpu_seconds()
        self.cpu_seconds = self.blocked_seconds = 0.0

    def sample(self) -> None:
        """Count the time since the last sample."""
        now = time.monotonic()
        if now - self._sampled_at < _MIN_SAMPLE_INTERVAL_S:
            return
        cpu_seconds = self._read_cpu_seconds()
        if cpu_seconds is not None and self._last_cpu_seconds is not None and self._is_runnable():
            self.cpu_seconds += max(0.0, cpu_seconds - self._last_cpu_seconds)
        else:
            self.blocked_seconds += now - self._sampled_at
        self._sampled_at, self._last_cpu_seconds = now, cpu_seconds

    @property
    def elapsed(self) -> float:
        """Seconds counted so far: `cpu_seconds` and `blocked_seconds` together."""
        return self.cpu_seconds + self.blocked_seconds

    def _read_cpu_seconds(self) -> float | None:
        """Processor time of the process so far, in seconds; None when /proc does not show it."""
        try:
            fields = _read_stat_fields(self._proc_dir / "stat")
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _is_runnable(self) -> bool:
        """Whether one of its threads runs or waits for a processor, so is neither asleep nor stopped."""
        for file in self._proc_dir.glob("task/*/stat"):
            try:
                if _read_stat_fields(file)[0] == "R":
                    return True
            except OSError:  # the thread has ended
                continue
        return False


def _read_stat_fields(file: Path) -> list[str]:
    """Fields of a stat file after the process name, which may hold blanks and brackets.

    The first is the state; the 12th and 13th are the processor times in ticks.
    """
    return file.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
