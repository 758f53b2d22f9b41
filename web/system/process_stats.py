"""Memory, processor time, threads and open files of a process."""

from __future__ import annotations

import os
import resource
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ProcessStats:
    """Current and peak memory in MB, processor time in seconds, numbers of threads and open files. Source: proc(5)."""

    memory_mb: float
    peak_memory_mb: float
    cpu_seconds: float
    threads: int
    open_files: int


def own_peak_memory_mb() -> float:
    """Peak memory of this process in MB. Works on macOS too."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return peak / 1e6


def read_process_stats(pid: int) -> ProcessStats:
    """The statistics of the process with this id. `OSError` if it has ended or the system is not Linux."""
    folder = Path(f"/proc/{pid}")
    lines = dict(line.split(":", 1) for line in (folder / "status").read_text(encoding="utf-8").splitlines())
    # The name in brackets may contain spaces. Only numbers follow it.
    fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return ProcessStats(
        memory_mb=_parse_megabytes(lines["VmRSS"]),
        peak_memory_mb=_parse_megabytes(lines["VmHWM"]),
        cpu_seconds=(int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        threads=int(lines["Threads"]),
        open_files=len(list((folder / "fd").iterdir())),
    )


def read_written_bytes(pid: int) -> int:
    """Bytes this process has caused to be written to disks. `OSError` if it has ended or the system is not Linux."""
    lines = Path(f"/proc/{pid}/io").read_text(encoding="utf-8").splitlines()
    return int(dict(line.split(": ", 1) for line in lines)["write_bytes"])


def _parse_megabytes(value: str) -> float:
    """MB of a value in /proc/PID/status, which is in KiB."""
    return int(value.split(maxsplit=1)[0]) * 1024 / 1e6
