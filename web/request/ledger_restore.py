"""A backup in place of the ledger, once every page of it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from threading import Lock

from sqlalchemy.exc import DatabaseError

from scorer.errors import Refusal
from scorer.texts import Text
from web.archive.evening_files import csv_rows, json_lines, notation_lines
from web.archive.evenings import EveningArchive
from web.archive.ledger_file import bad_backup, read_ledger_file
from web.archive.records import record_evening
from web.archive.result_text import result_text
from web.archive.rounds import describe_rounds
from web.context import AppContext
from web.ledger.exchange.arrival import discard_incoming, write_incoming
from web.ledger.store import Entry, EveningHead, Store
from web.request.snapshot import encode_snapshot
from web.session.history import build_history
from web.session.service import SessionService

_RESTORING = Lock()
"""Held by the one that restores: there is one place beside the ledger."""


def restore_ledger(ctx: AppContext, content: bytes) -> None:
    """Put the ledger of a backup in place of the table's, whose files stay.

    Raises `bad_backup` for a file that is none, or of which anything cannot be shown, `not_saved` where it cannot be
    written, `restore_running` while another host restores one. Then the ledger is as it was.
    """
    if not _RESTORING.acquire(blocking=False):
        raise Refusal(
            "restore_running",
            Text("Another backup is being restored; wait for it.", "ほかの控えを戻している最中です。お待ちください。"),
        )
    try:
        _restore(ctx, *read_ledger_file(content))
    finally:
        _RESTORING.release()


def _restore(ctx: AppContext, entries: Sequence[Entry], settings: Mapping[str, str]) -> None:
    if ctx.store.file is None or not ctx.store.is_saved:
        raise _not_written()
    try:
        file = write_incoming(ctx.store.file, entries, settings)
        with closing(Store(f"sqlite:///{file}")) as store:
            _require_presentable(ctx, store, entries)
        ctx.service.replace_ledger()
        ctx.archive.forget_unreadable()
    except (DatabaseError, OSError):
        raise _not_written() from None
    finally:
        discard_incoming(ctx.store.file)


def _require_presentable(ctx: AppContext, store: Store, entries: Sequence[Entry]) -> None:
    """Make from another ledger what pages and files show. Raises `bad_backup` with the evening of which that fails."""
    service = SessionService(store, lambda: None)
    archive = EveningArchive(store, lambda: service.current_evening)
    number = service.evening_id or 0
    try:
        if service.session is None or store.last_sequence() != entries[-1].sequence:
            raise ValueError("the last evening cannot be read")
        encode_snapshot(replace(ctx, store=store, service=service, archive=archive))
        for head in store.evening_heads():
            number = head.id
            _make_files(store, archive, head)
    except (DatabaseError, OSError):
        raise
    except Exception as fault:
        raise bad_backup(
            f"evening {number} cannot be shown ({type(fault).__name__})",
            f"{number}番の会を表示できません（{type(fault).__name__}）",
        ) from fault


def _make_files(store: Store, archive: EveningArchive, head: EveningHead) -> None:
    """Make an evening's pages and files, and drop them."""
    session, entries = archive.session(head.id), store.entries(head.id)
    times: Mapping[int, str] = {entry.version: entry.at for entry in entries}
    describe_rounds(session, times)
    record_evening(head, session)
    result_text(session, head.began_at[:10])
    for made in (csv_rows(session, times), notation_lines(session), json_lines(entries)):
        for _ in made:
            pass
    last, more = None, True
    while more:
        page = build_history(session, head.id, store, before=last)
        more, last = page["more"], page["items"][-1]["number"] if page["items"] else None


def _not_written() -> Refusal:
    return Refusal(
        "not_saved",
        Text(
            "The backup could not be written (is the disk full?). The ledger is as it was.",
            "控えを書き込めませんでした（空き容量を確かめてください）。帳面は元のままです。",
        ),
    )
