"""Statistics of a process, against what this one knows of itself."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from web.system.process_stats import own_peak_memory_mb, read_process_stats

_CHILD = """
import os, sys, threading
print("as it starts", flush=True)
sys.stdin.readline()
threading.Thread(target=threading.Event().wait, daemon=True).start()
os.pipe()
print("a thread and two files more", flush=True)
sys.stdin.readline()
"""


def test_memory_is_in_megabytes_of_a_million_bytes() -> None:
    stats = read_process_stats(os.getpid())
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    assert stats.memory_mb == pytest.approx(pages * resource.getpagesize() / 1e6, rel=0.05)
    assert stats.peak_memory_mb >= stats.memory_mb
    assert own_peak_memory_mb() == pytest.approx(stats.peak_memory_mb, rel=0.05)


def test_processor_time_is_in_seconds() -> None:
    before = sum(os.times()[:2])
    counted = read_process_stats(os.getpid()).cpu_seconds
    assert before - 0.05 <= counted <= sum(os.times()[:2]) + 0.05


def test_one_thread_and_two_files_more() -> None:
    """In a process of its own: threads that other tests started may end here at any moment."""
    with subprocess.Popen([sys.executable, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()
        before = read_process_stats(child.pid)
        child.stdin.write(b"go on\n")
        child.stdin.flush()
        child.stdout.readline()
        after = read_process_stats(child.pid)
        child.stdin.close()
    assert (after.threads - before.threads, after.open_files - before.open_files) == (1, 2)


def test_a_process_that_has_ended_has_none() -> None:
    with pytest.raises(OSError, match="No such file"):
        read_process_stats(2**22 + 1)  # above the highest process id of Linux
