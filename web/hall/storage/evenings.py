"""Evenings and tallies as rows: written after every fold, read by pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, ScalarSelect, delete, insert, select, update

from scorer.json_input import parse_json
from scorer.session.events import Event
from web.hall.intake.evening_fold import OPEN, SUPERSEDED, FoldedEvening
from web.hall.intake.verdict import DIFFERS, judge
from web.hall.storage.member_search import find_by_names
from web.hall.storage.names import name_key
from web.hall.storage.schema import ENTRIES, EVENINGS, PSEUDONYMS, SEATS, TABLES, TALLIES

EveningKey = tuple[int, int, int]
"""Which evening: the id of its table, the generation of that table's ledger, the number of the evening in it."""
LoadVersion = Callable[[int], Sequence[Event]]
"""Gives every event of an evening up to a version, as the rules see them."""


def find_evening(connection: Connection, key: EveningKey) -> Row[Any] | None:
    """The row of an evening, None before its first entry."""
    table_id, generation, number = key
    statement = select(EVENINGS).where(
        EVENINGS.c.table_id == table_id, EVENINGS.c.generation == generation, EVENINGS.c.number == number
    )
    return connection.execute(statement).first()


def newest_evening() -> ScalarSelect[int]:
    """The id of the newest evening of the row of `TABLES` beside it. No earlier one is looked at."""
    return (
        select(EVENINGS.c.id)
        .where(EVENINGS.c.table_id == TABLES.c.id, EVENINGS.c.state != SUPERSEDED)
        .order_by(EVENINGS.c.id.desc())
        .limit(1)
        .correlate(TABLES)
        .scalar_subquery()
    )


def open_evening(connection: Connection, key: EveningKey, season: int, opened_at: str, received_at: str) -> int:
    """Write a new evening without entries. Returns its id."""
    table_id, generation, number = key
    statement = (
        insert(EVENINGS)
        .values(
            table_id=table_id,
            generation=generation,
            number=number,
            version=0,
            state=OPEN,
            game="",
            season=season,
            opened_at=opened_at,
            heard_at=received_at,
            disagreements=0,
            rounds=0,
            session="",
            counts="{}",
        )
        .returning(EVENINGS.c.id)
    )
    return int(connection.execute(statement).scalar_one())


def events_loader(connection: Connection, key: EveningKey) -> LoadVersion:
    """What reads the events of an evening from the database."""
    table_id, generation, number = key

    def load(version: int) -> Sequence[Event]:
        statement = (
            select(ENTRIES.c.body)
            .where(
                ENTRIES.c.table_id == table_id,
                ENTRIES.c.generation == generation,
                ENTRIES.c.evening == number,
                ENTRIES.c.version <= version,
            )
            .order_by(ENTRIES.c.version)
        )
        judgements = (judge(parse_json(body, any_text=True)) for body in connection.execute(statement).scalars())
        return [judgement.event for judgement in judgements if judgement.event is not None]

    return load


def differing_versions(connection: Connection, key: EveningKey) -> set[int]:
    """The versions of an evening's entries that the rules settle otherwise, whether they count or not."""
    table_id, generation, number = key
    statement = select(ENTRIES.c.version).where(
        ENTRIES.c.table_id == table_id,
        ENTRIES.c.generation == generation,
        ENTRIES.c.evening == number,
        ENTRIES.c.verdict == DIFFERS,
    )
    return set(connection.execute(statement).scalars())


def save_evening(connection: Connection, evening_id: int, folded: FoldedEvening, received_at: str) -> None:
    """Write what the fold gave: the evening's row, and the tallies with their members in place of the old ones."""
    connection.execute(
        update(EVENINGS)
        .where(EVENINGS.c.id == evening_id)
        .values(
            version=folded.version,
            state=folded.state,
            game=folded.session.game if folded.session else "",
            heard_at=received_at,
            disagreements=folded.disagreements,
            rounds=folded.rounds,
            session=folded.session_text(),
            counts=json.dumps(folded.counts, ensure_ascii=False),
        )
    )
    tallies = list(folded.tallies())
    members = members_of(connection, evening_id, {tally.name for tally in tallies})
    connection.execute(delete(TALLIES).where(TALLIES.c.evening_id == evening_id))
    if tallies:
        rows = [
            {
                "evening_id": evening_id,
                "game_number": tally.game_number,
                "name": tally.name,
                "member_id": members.get(tally.name),
                "game": tally.game,
                "net": tally.net,
                "rounds": tally.rounds,
                "wins": tally.wins,
                "name_key": name_key(tally.name),
                "pair": tally.pair,
            }
            for tally in tallies
        ]
        connection.execute(insert(TALLIES), rows)


def members_of(connection: Connection, evening_id: int, names: set[str]) -> dict[str, int | None]:
    """Who sits under each name: whom the referee said, else the one member of exactly that name, else a guest."""
    members: dict[str, int | None] = {**find_by_names(connection, names)}
    for row in connection.execute(select(SEATS).where(SEATS.c.evening_id == evening_id)):
        members[row.name] = row.member_id
    return members


def pseudonyms_of(connection: Connection, evening_id: int) -> dict[str, str]:
    """What stands in place of names in an evening, by `name_digest`."""
    rows = connection.execute(select(PSEUDONYMS).where(PSEUDONYMS.c.evening_id == evening_id))
    return {row.name_digest: row.pseudonym for row in rows}
