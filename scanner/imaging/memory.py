"""How much freed memory a process that reads pictures keeps.

A picture is a few arrays of several megabytes. By itself glibc's malloc gives them back to the system and fetches them
anew for the next picture, page by page, or not, as chance has it: up to a sixth of the processor time of a reading.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

_SETTINGS = {"MALLOC_TRIM_THRESHOLD_": (-1, 32 << 20), "MALLOC_MMAP_THRESHOLD_": (-3, 16 << 20)}
"""By the variable of the environment that says it, too: the parameter of `mallopt`, from glibc's malloc.h, and its
value in bytes. As much free memory is kept at the end of the heap; blocks from the second size on, such as the largest
pictures, lie outside it and are given back as soon as they are free."""


def keep_freed_memory() -> None:
    """Keep freed memory for the next picture, unless the environment says how much."""
    with suppress(AttributeError):  # other C libraries have no mallopt
        set_option = ctypes.CDLL(None).mallopt
        for variable, (parameter, size) in _SETTINGS.items():
            if variable not in os.environ:
                set_option(parameter, size)
