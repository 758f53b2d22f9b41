"""A disk that fails at the n-th request, beneath SQLite and the journal.

SQLite lets tests replace the system calls of its operating system layer (`xSetSystemCall`).
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
_VFS_SET = 18  # index of xSetSystemCall among the pointers of a sqlite3_vfs, version 3
_MEMORY = "/dev/shm"  # noqa: S108  where the ledger is kept while the disk fails
_SIZE = ctypes.c_size_t
_WRITING: dict[str, tuple[Any, ...]] = {
    "open": (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_int),
    "write": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE),
    "pwrite": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE, ctypes.c_int64),
    "pwrite64": (ctypes.c_ssize_t, ctypes.c_int, ctypes.c_void_p, _SIZE, ctypes.c_int64),
    "ftruncate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64),
    "fallocate": (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64),
}


class FailingDisk:
    """Counts requests. From number `first_failure` on, unless that is 0, `failures` of them fail with `error`."""

    def __init__(self) -> None:
        self.requests = 0
        self.first_failure = 0
        self.failures = 0
        self.error = 0

    def fail(self, at: int, error: int, lasts: int = 1 << 30) -> None:
        self.requests, self.first_failure, self.error, self.failures = 0, at, error, lasts

    def mend(self) -> None:
        self.first_failure = 0

    def next_request_fails(self) -> bool:
        self.requests += 1
        return bool(self.first_failure) and self.first_failure <= self.requests < self.first_failure + self.failures


@contextmanager
def failing_writes(monkeypatch: pytest.MonkeyPatch) -> Iterator[FailingDisk]:
    """A disk beneath everything that the ledger writes, except in memory (/dev/shm)."""
    disk = FailingDisk()
    libc = ctypes.CDLL(None, use_errno=True)
    _SQLITE.sqlite3_vfs_find.restype = ctypes.POINTER(ctypes.c_void_p)
    vfs = _SQLITE.sqlite3_vfs_find(None)
    put = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
        _vfs_pointers(vfs)[_VFS_SET]
    )
    callbacks = []
    for name, (result, *kinds) in _WRITING.items():
        real = getattr(libc, name if name != "fallocate" else "posix_fallocate", None)
        if real is None:
            continue
        real.restype, real.argtypes = result, kinds

        def call(*given: Any, real: Callable[..., int] = real, name: str = name) -> int:
            if _is_disk_write(name, given) and disk.next_request_fails():
                ctypes.set_errno(disk.error)
                return -1
            done: int = real(*given)
            return done

        callback = ctypes.CFUNCTYPE(result, *kinds, use_errno=True)(call)
        callbacks.append(callback)
        put(ctypes.cast(vfs, ctypes.c_void_p), name.encode(), ctypes.cast(callback, ctypes.c_void_p))
    steps = SimpleNamespace(**{name: getattr(os, name) for name in dir(os) if not name.startswith("__")})
    for name in ("open", "write", "fsync"):
        setattr(steps, name, _wrap_step(disk, getattr(os, name)))
    monkeypatch.setattr(journal, "os", steps)
    try:
        yield disk
    finally:
        put(ctypes.cast(vfs, ctypes.c_void_p), None, None)  # restores all system calls
        monkeypatch.undo()
        callbacks.clear()


def _wrap_step(disk: FailingDisk, real: Callable[..., Any]) -> Callable[..., Any]:
    def step(*given: Any) -> Any:
        if disk.next_request_fails():
            raise OSError(disk.error, os.strerror(disk.error))
        return real(*given)

    return step


def _vfs_pointers(vfs: Any) -> Any:
    return ctypes.cast(vfs, ctypes.POINTER(ctypes.c_void_p))


def _is_disk_write(name: str, arguments: tuple[Any, ...]) -> bool:
    """Whether a system call writes to the disk, not to memory."""
    if name == "open":
        return bool(arguments[1] & (os.O_RDWR | os.O_WRONLY)) and not arguments[0].startswith(_MEMORY.encode())
    return not str(Path(f"/proc/self/fd/{arguments[0]}").readlink()).startswith(_MEMORY)


def is_supported() -> bool:
    """Whether system calls of this SQLite can be replaced."""
    return hasattr(_SQLITE, "sqlite3_vfs_find") and sqlite3.sqlite_version_info >= (3, 7, 6)
