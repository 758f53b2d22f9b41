"""目盛り memori: what a process takes of the machine, as Linux tells it in /proc."""

from __future__ import annotations

import os
import resource
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProcessStats:
    """Memory held now and at most so far in MB, processor seconds spent, threads and open files."""

    memory_mb: float
    peak_memory_mb: float
    cpu_seconds: float
    threads: int
    open_files: int


def own_peak_memory_mb() -> float:
    """The most memory this very process has held so far, in MB; not on Linux alone."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return most / 1e6


def read_process_stats(pid: int) -> ProcessStats:
    """What the process with that id takes; `OSError` when it is gone or this is no Linux."""
    folder = Path(f"/proc/{pid}")
    lines = dict(line.split(":", 1) for line in (folder / "status").read_text(encoding="utf-8").splitlines())
    # The name in brackets may hold spaces; the fields that follow it are numbers.
    fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return ProcessStats(
        memory_mb=_parse_megabytes(lines["VmRSS"]),
        peak_memory_mb=_parse_megabytes(lines["VmHWM"]),
        cpu_seconds=(int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        threads=int(lines["Threads"]),
        open_files=len(list((folder / "fd").iterdir())),
    )


def _parse_megabytes(words: str) -> float:
    return int(words.split(maxsplit=1)[0]) * 1024 / 1e6
