"""A ledger that is to take the place of another, in a folder beside it.

It is whole on the disk before the first file is moved. A mark says so: a start that finds it moves the rest, and one
that does not finds the ledger as it was.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from web.ledger.engine import create_database
from web.ledger.entry import Entry
from web.ledger.journal import JOURNAL_FILE_NAME, Journal
from web.ledger.recovery import SQLITE_SUFFIXES, RecoveredLedger, free_name

INCOMING_DIR_NAME = "incoming"
"""Folder of the ledger that is to come, beside the one in use."""
_MARK = "whole"
"""File in it that says that both files are whole."""

Moved = list[tuple[Path, Path | None]]
"""Each file that was put in place, and where the one before it is kept."""


def incoming_file(ledger: Path) -> Path:
    """The database of the ledger that is to take the place of `ledger`."""
    return ledger.parent / INCOMING_DIR_NAME / ledger.name


def write_incoming(ledger: Path, entries: Iterable[Entry], settings: Mapping[str, str]) -> Path:
    """Write entries, and settings as JSON text, beside `ledger`. `OSError` or `DatabaseError` if the disk is full."""
    discard_incoming(ledger)
    file = incoming_file(ledger)
    file.parent.mkdir(mode=0o700)
    recovered = RecoveredLedger(tuple(entries), settings, (), is_end_known=True)
    create_database(file, recovered).dispose()
    Journal(file.with_name(JOURNAL_FILE_NAME)).append(recovered.entries)
    return file


def discard_incoming(ledger: Path) -> None:
    """Remove what was written beside `ledger`."""
    shutil.rmtree(incoming_file(ledger).parent, ignore_errors=True)


def move_incoming(ledger: Path) -> Moved:
    """Put the files of the folder in place of those of `ledger`, which stay under other names.

    Nobody may have either open. `OSError` if one cannot be moved: then every file is where it was.
    """
    incoming = incoming_file(ledger)
    (incoming.parent / _MARK).touch(mode=0o600)
    for path in (incoming, incoming.with_name(JOURNAL_FILE_NAME), incoming.parent):
        _flush(path)
    moved: Moved = []
    try:
        for name in (JOURNAL_FILE_NAME, ledger.name):
            target = ledger.with_name(name)
            moved.append((target, _keep(target)))
            incoming.with_name(name).rename(target)
    except OSError:
        put_back(moved)
        discard_incoming(ledger)
        raise
    _flush(ledger.parent)
    discard_incoming(ledger)
    return moved


def _keep(file: Path) -> Path | None:
    """Give a database a second name that stays, and leave it in place until another takes it. None without one.

    There is a ledger at every moment, because another process would make an empty one where none is. The logs go: the
    next database is not theirs.
    """
    if not file.exists():
        return None
    kept = free_name(file, "before")
    for ending in SQLITE_SUFFIXES:
        part, named = file.with_name(file.name + ending), kept.with_name(kept.name + ending)
        with suppress(FileNotFoundError):
            try:
                os.link(part, named)
            except FileNotFoundError:
                raise
            except OSError:  # a disk without second names
                shutil.copy2(part, named)
    for ending in SQLITE_SUFFIXES[1:]:
        file.with_name(file.name + ending).unlink(missing_ok=True)
    return kept


def put_back(moved: Moved) -> None:
    """Put the files back that `move_incoming` has moved, in place of those that came."""
    for target, kept in reversed(moved):
        for ending in SQLITE_SUFFIXES[1:]:
            target.with_name(target.name + ending).unlink(missing_ok=True)
        if kept is None:
            target.unlink(missing_ok=True)
            continue
        for ending in reversed(SQLITE_SUFFIXES):
            with suppress(FileNotFoundError):
                kept.with_name(kept.name + ending).rename(target.with_name(target.name + ending))


def finish_exchange(ledger: Path) -> None:
    """Move what a power cut left of an exchange, or remove a ledger that was never whole. `OSError` if it cannot be."""
    folder = incoming_file(ledger).parent
    if not (folder / _MARK).exists():
        discard_incoming(ledger)
        return
    for name in (JOURNAL_FILE_NAME, ledger.name):
        if (folder / name).exists():
            _keep(ledger.with_name(name))
            (folder / name).rename(ledger.with_name(name))
    discard_incoming(ledger)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
