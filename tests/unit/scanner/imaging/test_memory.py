"""Freed memory is kept for the next picture, unless the environment says otherwise."""

from __future__ import annotations

import json
import os
import subprocess
import sys

PICTURES = """
import json, resource
from scanner.imaging.memory import keep_freed_memory
keep_freed_memory()
fetched = []
for _ in range(4):
    b"x" * (1080 * 1920 * 3), b"x" * (12 << 20)
    fetched.append(resource.getrusage(resource.RUSAGE_SELF).ru_minflt)
print(json.dumps(fetched))
"""
"""Prints how many pages of memory the process had fetched after each of four pictures."""


def fetched_again(**environment: str) -> int:
    """Pages of 4 KiB that the second to the fourth picture fetched."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run([sys.executable, "-c", PICTURES], env=usual | environment, stdout=subprocess.PIPE, check=True)
    first, *_, last = json.loads(done.stdout)
    return int(last - first)


def test_a_picture_lies_where_the_last_one_lay() -> None:
    assert fetched_again() < 100


def test_what_the_environment_says_of_malloc_stands() -> None:
    pages_of_picture = 1080 * 1920 * 3 // 4096
    assert fetched_again(MALLOC_MMAP_THRESHOLD_=str(1 << 20)) >= 3 * pages_of_picture
