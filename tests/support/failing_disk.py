"""A disk that fails at the n-th thing asked of it, beneath SQLite and beneath the ledger's second copy.

SQLite's own seam for such tests: its operating system layer lets every system call be replaced (`xSetSystemCall`).
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from web.ledger import journal

_SQLITE = ctypes.CDLL(_sqlite3.__file__)
_VFS_SET = 18  # xSetSystemCall's place among the pointers of a sqlite3_vfs, version 3
_MEMORY = "/dev/shm"  # noqa: S108  where the ledger goes meanwhile
_SIZE = ctypes.c_size_t
_WRITING: dict[str, tuple[Any, ...]] = {
    "open": (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int),
    "write": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE),
    "pwrite": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE, ctypes.c_int64),
    "pwrite64": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE, ctypes.c_int64),
    "ftruncate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64),
    "fallocate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64),
}


class Disk:
    """Counts what is asked of it; from the `fails`-th request on, `lasts` of them fail with `error`."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = 0
        self.lasts = 0
        self.error = 0

    def fail(self, at: int, error: int, lasts: int = 1 << 30) -> None:
        self.asked, self.fails, self.error, self.lasts = 0, at, error, lasts

    def mend(self) -> None:
        self.fails = 0

    def refuses(self) -> bool:
        self.asked += 1
        return bool(self.fails) and self.fails <= self.asked < self.fails + self.lasts


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """A disk beneath everything the ledger writes in its folder, but not in memory (/dev/shm)."""
    disk = Disk()
    libc = ctypes.CDLL(None, use_errno=True)
    _SQLITE.sqlite3_vfs_find.restype = ctypes.POINTER(ctypes.c_void_p)
    vfs = _SQLITE.sqlite3_vfs_find(None)
    put = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(_slots(vfs)[_VFS_SET])
    kept = []
    for name, (result, *kinds) in _WRITING.items():
        real = getattr(libc, name if name != "fallocate" else "posix_fallocate", None)
        if real is None:
            continue
        real.restype, real.argtypes = result, kinds

        def call(*given: Any, real: Callable[..., int] = real, name: str = name) -> int:
            if _ours(name, given) and disk.refuses():
                ctypes.set_errno(disk.error)
                return -1
            done: int = real(*given)
            return done

        callback = ctypes.CFUNCTYPE(result, *kinds, use_errno=True)(call)
        kept.append(callback)
        put(ctypes.cast(vfs, ctypes.c_void_p), name.encode(), ctypes.cast(callback, ctypes.c_void_p))
    steps = SimpleNamespace(**{name: getattr(os, name) for name in dir(os) if not name.startswith("__")})
    for name in ("open", "write", "fsync"):
        setattr(steps, name, _failing_step(disk, getattr(os, name)))
    monkeypatch.setattr(journal, "os", steps)
    try:
        yield disk
    finally:
        put(ctypes.cast(vfs, ctypes.c_void_p), None, None)  # every call is the system's again
        monkeypatch.undo()
        kept.clear()


def _failing_step(disk: Disk, real: Callable[..., Any]) -> Callable[..., Any]:
    def step(*given: Any) -> Any:
        if disk.refuses():
            raise OSError(disk.error, os.strerror(disk.error))
        return real(*given)

    return step


def _slots(vfs: Any) -> Any:
    return ctypes.cast(vfs, ctypes.POINTER(ctypes.c_void_p))


def _ours(name: str, given: tuple[Any, ...]) -> bool:
    """Whether a call writes, and not to memory."""
    if name == "open":
        return bool(given[1] & (os.O_RDWR | os.O_WRONLY)) and not given[0].startswith(_MEMORY.encode())
    return not str(Path(f"/proc/self/fd/{given[0]}").readlink()).startswith(_MEMORY)


def works() -> bool:
    """Whether this SQLite has the seam."""
    return hasattr(_SQLITE, "sqlite3_vfs_find") and sqlite3.sqlite_version_info >= (3, 7, 6)
