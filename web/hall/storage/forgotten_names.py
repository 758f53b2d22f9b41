"""A forgotten member's name, replaced in what the hall has stored."""

from __future__ import annotations

import json

from sqlalchemy import Connection, delete, insert, select, update

from scorer.json_input import parse_json
from scorer.rules.pairs import PAIR_SIGN
from scorer.session.events import Event
from web.hall.intake.evening_fold import FoldedEvening
from web.hall.intake.pseudonyms import Rename, rename_people, with_pseudonyms
from web.hall.intake.verdict import judge
from web.hall.storage.evenings import save_evening
from web.hall.storage.names import name_digest, name_key
from web.hall.storage.schema import ENTRIES, EVENINGS, EVENT_PLAYERS, PSEUDONYMS, SEATS, TABLES


def forget_in_pairs(connection: Connection, own: str, pseudonym: str) -> None:
    """Replace a name, as it is compared, in the pairs of events."""
    in_pair = EVENT_PLAYERS.c.name_key.contains(own, autoescape=True) & EVENT_PLAYERS.c.name.contains(PAIR_SIGN)
    for row in connection.execute(select(EVENT_PLAYERS).where(in_pair)).all():
        name = rename_people(row.name, lambda part: pseudonym if name_key(part) == own else None)
        same = (EVENT_PLAYERS.c.event_id == row.event_id) & (EVENT_PLAYERS.c.number == row.number)
        connection.execute(update(EVENT_PLAYERS).where(same).values(name=name, name_key=name_key(name)))


def forget_in_evening(connection: Connection, evening_id: int, name: str, pseudonym: str, member_id: int) -> None:
    """Replace a name in the entries of an evening and fold it anew, in a transaction that holds the table's row."""
    evening = connection.execute(select(EVENINGS).where(EVENINGS.c.id == evening_id)).one()
    # As the receiver does: whoever sends entries of this table waits.
    connection.execute(update(TABLES).where(TABLES.c.id == evening.table_id).values(id=evening.table_id))
    evening = connection.execute(select(EVENINGS).where(EVENINGS.c.id == evening_id)).one()
    of_evening = (
        (ENTRIES.c.table_id == evening.table_id)
        & (ENTRIES.c.generation == evening.generation)
        & (ENTRIES.c.evening == evening.number)
    )
    events: list[Event] = []
    folded = FoldedEvening()
    rename: Rename = {name: pseudonym}.get
    rows = connection.execute(select(ENTRIES).where(of_evening).order_by(ENTRIES.c.version)).all()
    for row in rows:
        before = parse_json(row.body, any_text=True)
        body = with_pseudonyms(before, rename)
        who = rename_people(row.who, rename)
        if body != before or who != row.who:
            connection.execute(
                update(ENTRIES)
                .where(of_evening, ENTRIES.c.version == row.version)
                .values(body=json.dumps(body, ensure_ascii=False), who=who)
            )
        judgement = judge(body)
        folded = folded.with_judgement(judgement, lambda: events)
        if judgement.event is not None:
            events.append(judgement.event)
    connection.execute(
        insert(PSEUDONYMS).values(evening_id=evening_id, name_digest=name_digest(evening_id, name), pseudonym=pseudonym)
    )
    connection.execute(delete(SEATS).where(SEATS.c.evening_id == evening_id, SEATS.c.name == name))
    connection.execute(insert(SEATS).values(evening_id=evening_id, name=pseudonym, member_id=member_id))
    save_evening(connection, evening_id, folded, evening.heard_at)
