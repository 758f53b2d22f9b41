"""The receiver of entries: each is stored once, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, insert, select, update

from scorer.errors import Refusal
from scorer.texts import Text
from web.archive.importer import author_name
from web.hall.intake.batch import entry_digest
from web.hall.intake.evening_fold import FoldedEvening, load_evening
from web.hall.intake.pseudonyms import Rename, rename_people, with_pseudonyms
from web.hall.intake.verdict import DIFFERS, judge
from web.hall.storage.database import HallDatabase
from web.hall.storage.evenings import (
    EveningKey,
    LoadVersion,
    differing_versions,
    events_loader,
    find_evening,
    open_evening,
    pseudonyms_of,
    save_evening,
)
from web.hall.storage.names import name_digest
from web.hall.storage.news import News
from web.hall.storage.schema import ENTRIES, TABLES
from web.hall.storage.settings import HallSettingStore
from web.hall.storage.tables import ACTIVE, DIVERGED
from web.ledger.entry import Entry, utc_now

_MAX_KIND, _MAX_LABEL = 20, 40
"""Characters that the columns `kind` and `at` of an entry hold."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the hall answers to a batch: the sequence it wants next, and how many entries were new to it."""

    next: int
    stored: int


class EntryReceiver:
    """Stores what tables send. Safe from any thread and any process: the table's row is locked meanwhile."""

    def __init__(self, database: HallDatabase, settings: HallSettingStore, news: News) -> None:
        self._database = database
        self._settings = settings
        self._news = news

    def receive(self, table_id: int, entries: Sequence[Entry]) -> Receipt:
        """Store what is new of a batch, and answer only after the commit.

        Entries that the hall has already are passed over. After a gap nothing is stored; the receipt asks for what is
        missing. Refusal `diverged` when another entry stands in the place of one of these.
        """
        now = utc_now()
        is_diverged = False
        with self._database.write() as connection:
            # The first statement locks the table's row, so that batches of one table come one after another.
            row = connection.execute(
                update(TABLES).where(TABLES.c.id == table_id).values(heard_at=now).returning(TABLES)
            ).one()
            if row.state != ACTIVE:
                raise diverged_refusal()
            last = row.last
            is_diverged = _differ(connection, table_id, row.generation, entries, row.first, last)
            fresh = [entry for entry in entries if entry.sequence > last]
            if is_diverged:
                connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(state=DIVERGED))
                fresh = []
            elif fresh and fresh[0].sequence == last + 1:
                self._store(connection, table_id, row.generation, fresh, now)
                last = fresh[-1].sequence
                connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(last=last))
            else:
                fresh = []
            if fresh or is_diverged:
                self._news.announce_in(connection, table_id)
        if fresh or is_diverged:
            self._news.announce_after(table_id)
        if is_diverged:
            raise diverged_refusal()
        return Receipt(last + 1, len(fresh))

    def _store(
        self, connection: Connection, table_id: int, generation: int, entries: Sequence[Entry], now: str
    ) -> None:
        for number, group in groupby(entries, key=lambda entry: entry.evening):
            self._store_of_evening(connection, (table_id, generation, number), list(group), now)

    def _store_of_evening(self, connection: Connection, key: EveningKey, entries: Sequence[Entry], now: str) -> None:
        """Store the entries of one evening, and the evening as they leave it."""
        load = events_loader(connection, key)
        evening_id, folded, rename = self._find_or_open(connection, key, entries[0].at[:_MAX_LABEL], now, load)
        rows: list[dict[str, Any]] = []
        is_recounted = False
        for entry in entries:
            if entry.version != folded.version + 1:
                raise Refusal("bad_batch", Text("An evening misses an entry", "会の記録が一つ抜けています"))
            body = with_pseudonyms(entry.body, rename)
            judgement = judge(body)
            # An entry that changes an earlier round looks at all before it: they must be there by then.
            changes_earlier = body["kind"] in {"undone", "redone", "edited"}
            is_recounted |= changes_earlier or judgement.verdict == DIFFERS
            if changes_earlier and rows:
                connection.execute(insert(ENTRIES), rows)
                rows = []
            folded = folded.with_judgement(judgement, partial(load, folded.version))
            rows.append(_entry_row(key, entry, body, judgement.verdict, rename, now))
        if rows:
            connection.execute(insert(ENTRIES), rows)
        if is_recounted:
            folded = folded.with_disagreements(differing_versions(connection, key))
        save_evening(connection, evening_id, folded, now)

    def _find_or_open(
        self, connection: Connection, key: EveningKey, opened_at: str, now: str, load: LoadVersion
    ) -> tuple[int, FoldedEvening, Rename]:
        """The evening of `key`: its id, how it stands, and what stands in place of forgotten names in it."""
        evening = find_evening(connection, key)
        if evening is None:
            season = len(self._settings.seasons)
            evening_id = open_evening(connection, key, season, opened_at, now)
            return evening_id, FoldedEvening(), _pseudonym_lookup(evening_id, {})
        folded = load_evening(evening, partial(load, evening.version))
        return evening.id, folded, _pseudonym_lookup(evening.id, pseudonyms_of(connection, evening.id))


def _entry_row(
    key: EveningKey, entry: Entry, body: Mapping[str, Any], verdict: str, rename: Rename, now: str
) -> dict[str, Any]:
    """An entry as a row of `entries`. The digest is that of the entry as it was sent."""
    table_id, generation, number = key
    return {
        "table_id": table_id,
        "generation": generation,
        "sequence": entry.sequence,
        "evening": number,
        "version": entry.version,
        "kind": str(body["kind"])[:_MAX_KIND],
        "body": json.dumps(body, ensure_ascii=False),
        "who": rename_people(author_name(entry.who), rename),
        "at": entry.at[:_MAX_LABEL],
        "received_at": now,
        "digest": entry_digest(entry),
        "verdict": verdict,
    }


def _pseudonym_lookup(evening_id: int, pseudonyms: Mapping[str, str]) -> Rename:
    return lambda name: pseudonyms.get(name_digest(evening_id, name))


def _differ(
    connection: Connection, table_id: int, generation: int, entries: Sequence[Entry], first: int, last: int
) -> bool:
    """Whether the hall has another entry in the place of one of these."""
    known = [entry for entry in entries if first <= entry.sequence <= last]
    if not known:
        return False
    statement = select(ENTRIES.c.sequence, ENTRIES.c.digest).where(
        ENTRIES.c.table_id == table_id,
        ENTRIES.c.generation == generation,
        ENTRIES.c.sequence.between(known[0].sequence, known[-1].sequence),
    )
    digests = {row.sequence: row.digest for row in connection.execute(statement)}
    return any(digests[entry.sequence] != entry_digest(entry) for entry in known)


def diverged_refusal() -> Refusal:
    """Refusal `diverged`: the table's ledger is no longer the one that the hall has."""
    return Refusal(
        "diverged",
        Text(
            "The hall has other entries of this table; join again to send its ledger anew",
            "会場にはこの卓の別の記録があります。参加し直すと、帳面を送り直します",
        ),
    )
