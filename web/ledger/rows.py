"""Entries from rows of the database, whole or with a shortened body."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import Column, Label, Row, ScalarSelect, Select, case, func, select

from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.ledger.entry import Entry
from web.ledger.schema import ENTRIES, EVENINGS

ROUND_CHANGES = ("undone", "redone", "edited")
"""Kinds of entries that change a round booked before."""
EDIT_HEAD = 64
"""Characters of an edit's body that hold its kind and the round it is about."""
_EDITED_ROUND = re.compile(r'\{"kind": ?"edited", ?"of": ?(\d+)')


def select_headers(body: Label[Any]) -> Select[*tuple[Any, ...]]:
    """A query of all columns of the entries, with another body."""
    return select(*(column for column in ENTRIES.c if column.name != "body"), body)


def select_entries(evening: int, after: int, until: int | None) -> Select[*tuple[Any, ...]]:
    """A query of the entries of an evening after version `after` up to `until`, in order."""
    statement = select(ENTRIES).where(ENTRIES.c.evening == evening, ENTRIES.c.version > after)
    if until is not None:
        statement = statement.where(ENTRIES.c.version <= until)
    return statement.order_by(ENTRIES.c.version)


def select_tip() -> Select[*tuple[Any, ...]]:
    """A query of sequence and checksum of the newest entry of the whole ledger."""
    return select(ENTRIES.c.sequence, ENTRIES.c.sum).order_by(ENTRIES.c.sequence.desc()).limit(1)


def select_newest_items(evening: int, before: int | None) -> Select[*tuple[Any, ...]]:
    """A query of the headers of an evening before version `before`, newest first, without changes of rounds."""
    short = case((ENTRIES.c.kind == "settled", '{"kind":"settled"}'), else_=ENTRIES.c.body).label("body")
    statement = select_headers(short).where(ENTRIES.c.evening == evening, ENTRIES.c.kind.not_in(ROUND_CHANGES))
    if before is not None:
        statement = statement.where(ENTRIES.c.version < before)
    return statement.order_by(ENTRIES.c.version.desc())


def select_round_changes(evening: int, after: int) -> Select[*tuple[Any, ...]]:
    """A query of the headers of changes of rounds after version `after`, in order."""
    short = case((ENTRIES.c.kind == "edited", func.substr(ENTRIES.c.body, 1, EDIT_HEAD)), else_=ENTRIES.c.body)
    changes = select_headers(short.label("body")).where(
        ENTRIES.c.evening == evening, ENTRIES.c.kind.in_(ROUND_CHANGES), ENTRIES.c.version > after
    )
    return changes.order_by(ENTRIES.c.version)


def select_evening_heads() -> Select[*tuple[Any, ...]]:
    """A query of every evening's ID, version, times of its first and last entry and
    the checksum of the last, the newest evening first.

    Its cost goes by the evenings that are asked for, not by their entries.
    """
    of_evening = ENTRIES.c.evening == EVENINGS.c.id

    def of_last(column: Column[Any]) -> ScalarSelect[Any]:
        return select(column).where(of_evening).order_by(ENTRIES.c.version.desc()).limit(1).scalar_subquery()

    began = select(ENTRIES.c.at).where(of_evening, ENTRIES.c.version == 1).scalar_subquery()
    return (
        select(EVENINGS.c.id, of_last(ENTRIES.c.version), began, of_last(ENTRIES.c.at), of_last(ENTRIES.c.sum))
        .where(select(ENTRIES.c.version).where(of_evening, ENTRIES.c.version == 1).exists())
        .order_by(EVENINGS.c.id.desc())
    )


def select_evenings_with_gaps() -> Select[*tuple[Any, ...]]:
    """A query of the evenings of which an entry is missing between others."""
    return select(ENTRIES.c.evening).group_by(ENTRIES.c.evening).having(func.max(ENTRIES.c.version) != func.count())


def to_header(row: Row[*tuple[Any, ...]]) -> Entry:
    """The entry of a row with a shortened body."""
    edited = _EDITED_ROUND.match(row.body) if row.kind == "edited" else None
    body = {"kind": "edited", "of": int(edited[1])} if edited else parse_json(row.body, any_text=True)
    return Entry(row.sequence, row.evening, row.version, body, row.who, row.at, row.key)


def is_undamaged(row: Row[*tuple[Any, ...]]) -> bool:
    """Whether the entry of a row has its checksum."""
    try:
        return bool(to_entry(row).checksum == row.sum)
    except Refusal:
        return False


def to_entry(row: Row[*tuple[Any, ...]]) -> Entry:
    """The entry of a row."""
    return Entry(row.sequence, row.evening, row.version, parse_json(row.body, any_text=True), row.who, row.at, row.key)
