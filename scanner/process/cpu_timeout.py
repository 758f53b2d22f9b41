"""手間 tema: how long a process has been at it by its own measure, so that a busy machine is not held against it.

Seconds in which it waits for a processor that others hold do not count; those in which it computes, sleeps, is stopped
or hangs in a driver do. Source: proc(5), state and times of a process and its threads.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

_GRAIN = 0.05


class Toil:
    """Counts from when it is made; to be looked at several times a second while something is waited for.

    `ran`: seconds of processor time it had. `idle`: seconds in which none of its threads wanted to run. Where the
    system does not tell (no /proc), every second is idle: then this is a plain clock.
    """

    def __init__(self, pid: int) -> None:
        self._folder = Path(f"/proc/{pid}")
        self._at, self._had = time.monotonic(), self._processor()
        self.ran = self.idle = 0.0

    def look(self) -> None:
        """Counts what has passed since the last look."""
        now = time.monotonic()
        if now - self._at < _GRAIN:  # looks that follow each other closely would only cost
            return
        had = self._processor()
        if had is not None and self._had is not None and self._wants_to_run():
            self.ran += max(0.0, had - self._had)
        else:
            self.idle += now - self._at
        self._at, self._had = now, had

    @property
    def spent(self) -> float:
        """Both together."""
        return self.ran + self.idle

    def _processor(self) -> float | None:
        try:
            fields = _fields(self._folder / "stat")
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _wants_to_run(self) -> bool:
        """Whether a thread of it runs or waits for a processor, neither asleep nor stopped."""
        for file in self._folder.glob("task/*/stat"):
            try:
                if _fields(file)[0] == "R":
                    return True
            except OSError:  # that thread has ended
                continue
        return False


def _fields(file: Path) -> list[str]:
    """What follows the name, which may hold blanks and brackets: state first, times in ticks as 12th and 13th."""
    return file.read_text(errors="replace").rpartition(")")[2].split()
