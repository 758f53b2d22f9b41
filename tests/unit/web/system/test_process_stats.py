"""Statistics of a process, against what this one knows of itself."""

from __future__ import annotations

import os
import resource
import threading
from pathlib import Path

import pytest

from web.system.process_stats import own_peak_memory_mb, read_process_stats


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
    before = read_process_stats(os.getpid())
    release = threading.Event()
    thread = threading.Thread(target=release.wait)
    thread.start()
    pair = os.pipe()
    after = read_process_stats(os.getpid())
    release.set()
    thread.join()
    for descriptor in pair:
        os.close(descriptor)
    assert (after.threads - before.threads, after.open_files - before.open_files) == (1, 2)


def test_a_process_that_has_ended_has_none() -> None:
    with pytest.raises(OSError, match="No such file"):
        read_process_stats(2**22 + 1)  # above the highest process id of Linux
