"""A helper process ends with its parent, however the parent ends."""

from __future__ import annotations

import subprocess
import sys

import pytest

HELPER = """
import os, signal
from scanner.picamera_daemon.parent_death import die_with_parent
die_with_parent({parent})
print("ready", flush=True)
signal.alarm(90)
signal.pause()
"""
PYTHON = [sys.executable, "-c"]


def test_a_helper_whose_parent_has_ended_already_ends_at_once() -> None:
    ended = subprocess.run([*PYTHON, HELPER.format(parent=2**22 + 1)], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", b"")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's own signal")
def test_a_helper_ends_when_its_parent_is_killed() -> None:
    helper = HELPER.format(parent="os.getppid()")
    script = 'python=$1; shift; "$python" "$@" & wait'
    parent = subprocess.Popen(["sh", "-c", script, "sh", *PYTHON, helper], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"ready\n"
    parent.kill()
    # The pipe ends only when the helper, which holds its other end, has ended too.
    assert parent.communicate(timeout=60) == (b"", None)
