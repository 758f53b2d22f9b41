"""The lock of a file that one process alone may write, such as a ledger.

It lies beside that file and says who holds it. The system releases it when the process ends, however it ends. Source:
flock(2). It needs the standard library only, because the backup does.
"""

from __future__ import annotations

import fcntl
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

_MAX_HOLDER_BYTES = 400
"""Bytes of the holder's name that are read."""


class HeldError(Exception):
    """Another process holds the lock. `holder` names it, `folder` is where the file lies."""

    def __init__(self, folder: Path, holder: str) -> None:
        super().__init__(f"{folder} is held by {holder}")
        self.folder, self.holder = folder, holder


class DataLock:
    """The lock of `file`, held from now on if no other process holds it. Its `close` lets go.

    `is_owner`: no other process holds it. That is so, too, where no lock can be had, because nobody can write there.
    """

    def __init__(self, file: Path) -> None:
        self._file = _lock_file(file)
        self.is_owner = True
        self._descriptor: int | None = None
        try:
            self._descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.is_owner = False
            self.close()
        except OSError:
            self.close()
        if self._descriptor is not None:
            self._sign(self._descriptor)

    @property
    def is_kept(self) -> bool:
        """Whether nobody else can have taken the lock since: its file is still the one that this process holds."""
        if self._descriptor is None:
            return self.is_owner
        try:
            return os.path.samestat(os.fstat(self._descriptor), self._file.stat())
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @staticmethod
    def _sign(descriptor: int) -> None:
        with suppress(OSError):  # a full disk: the lock holds without a name
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, _own_name().encode(errors="replace"), 0)


def require_free(file: Path) -> None:
    """Raise `HeldError` if another process holds the lock of `file` now. Nothing is created."""
    with suppress(FileNotFoundError, PermissionError), _lock_file(file).open("rb") as lock:
        try:
            fcntl.flock(lock.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            name = lock.read(_MAX_HOLDER_BYTES).decode(errors="replace").strip()
            raise HeldError(
                file.parent.absolute(), name if name.isprintable() and name else "another process"
            ) from None
        except OSError:  # this file system has no locks
            return


def _lock_file(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def _own_name() -> str:
    """This process as its owner knows it: program, command, number and machine. Options may hold what is private."""
    command = " ".join([Path(sys.argv[0]).name, *(word for word in sys.argv[1:2] if word.isalpha())])
    return f"{command} (process {os.getpid()} on {socket.gethostname()})"
