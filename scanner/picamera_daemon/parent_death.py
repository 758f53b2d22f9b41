"""End a helper process together with its parent, however the parent ends."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
"""Option of prctl(2): the signal to receive when the parent ends."""


def die_with_parent(parent_pid: int) -> None:
    """Have the kernel kill this process when its parent ends; SystemExit if `parent_pid` has ended already."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent_pid:
        raise SystemExit(1)
