"""A joined table that lies to a hall on PostgreSQL: no fault of ours, and nothing is stored but its own."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict
from typing import Any

import pytest
from sqlalchemy import text

from tests.support.hall import BASE, HallTrial, TableTrial
from web.outbox.hall_client import HallAddress

REFUSALS = {"bad_batch", "bad_request", "diverged", "not_joined", "too_large", "too_many_tries"}
ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 2**31, 2**53, 2**63, 10**40, "", "x" * 5_000, "\0", "a\0b", "\ud800", "\u202e"),
    *([], {}, [[]], {"a": {}}, "'; DROP TABLE entries; --", "\\x00", "%s", "NaN", "$1", "\\u0000", "1e400"),
)
"""Values that a database of another kind than SQLite may take otherwise."""
LIES: tuple[dict[str, Any], ...] = (
    {"kind": "settled", "round": {}, "settlement": {"net": [10**30, 0]}},
    {"kind": "joined", "player": "a\0b", "stones": 2**70},
    {"kind": "x" * 500},
    {"kind": "settled", "note": "\ud800"},
    {"kind": "edited", "of": 2**63, "rounds": [{}]},
)


@pytest.fixture
def pg_hall(postgres) -> Iterator[HallTrial]:
    """A hall on PostgreSQL."""
    with closing(HallTrial(postgres.url)) as trial:
        yield trial


@pytest.fixture
def tables(pg_hall, tmp_path) -> Iterator[list[TableTrial]]:
    """An honest table that has sent an evening, and one with rounds it has not sent."""
    with closing(pg_hall.table(tmp_path / "pine", "Pine")) as honest, closing(pg_hall.table(tmp_path / "oak")) as other:
        honest.play(3).send_all()
        yield [honest, other.play(4)]


def send(hall: HallTrial, table: TableTrial, body: object) -> Any:
    headers = {"Authorization": f"Bearer {table.outbox.membership.key}", "Content-Type": "application/json"}
    data = body if isinstance(body, bytes) else json.dumps(body)
    path = "/api/tables/entries"
    answer = hall.app.test_client().post(path, data=data, headers=headers | {"Origin": BASE}, base_url=BASE)
    assert answer.status_code < 500, answer.text
    assert answer.status_code == 200 or answer.json["error"]["code"] in REFUSALS, answer.text
    return answer


def rows_of(table: TableTrial) -> list[dict[str, Any]]:
    return [asdict(entry) for entry in table.store.entries(1)]


def stored(hall: HallTrial) -> list[tuple[int, int]]:
    """Table and sequence of every entry that the hall has."""
    with hall.database.read() as connection:
        return [tuple(row) for row in connection.execute(text("SELECT table_id, sequence FROM entries ORDER BY 1, 2"))]


def check_honest(hall: HallTrial, tables: list[TableTrial]) -> None:
    """What the honest table sent stands there, its next round arrives, and every page is shown."""
    honest = tables[0].play(1).send_all()
    assert hall.nets(1) == honest.nets()
    assert [number for table, number in stored(hall) if table == 1] == list(range(1, honest.store.last_sequence() + 1))
    assert {table for table, _ in stored(hall)} <= {1, 2}
    for path in ("/", "/tv", "/tables/1", "/tables/2", "/api/tables", "/api/tables/2", "/members", "/health"):
        assert hall.get(path).status_code == 200, path


def tamper(rows: list[dict[str, Any]], chance: random.Random) -> object:
    """A batch that no table sends."""
    rows = json.loads(json.dumps(rows))
    row = chance.choice(rows)
    match chance.randrange(8):
        case 0:
            row[chance.choice(list(row))] = chance.choice(ODD)
        case 1:
            del row[chance.choice(list(row))]
        case 2:
            chance.shuffle(rows)
        case 3:
            rows *= chance.choice((2, 126))
        case 4:
            rows = rows[chance.randrange(len(rows)) :]
        case 5:
            row["body"][chance.choice(list(row["body"]))] = chance.choice(ODD)
        case 6:
            row["sequence"] = row["sequence"] + chance.choice((-1, 1, 499, 2**40))
        case _:
            return chance.choice(
                ({"entries": chance.choice(ODD)}, b"[" * 50_000, b'{"entries":[', b"\xff\xfe\0", [rows])
            )
    return {"entries": rows}


@pytest.mark.parametrize("batches", [60, pytest.param(3000, marks=pytest.mark.long)])
def test_tampered_batches_are_refused_or_break_their_own_evening(pg_hall, tables, batches) -> None:
    """Where a batch ended its membership, the table joins anew and goes on lying."""
    chance, rows, codes = random.Random(13), rows_of(tables[1]), Counter[str]()
    for _ in range(batches):
        answer = send(pg_hall, tables[1], tamper(rows, chance))
        codes[answer.json["error"]["code"] if answer.status_code != 200 else "taken"] += 1
        if answer.status_code == 409:
            tables[1].outbox.join(HallAddress(BASE, pg_hall.context.tables.code), "", "oak", "http://192.168.1.6:8000/")
    assert {"taken", "bad_batch", "bad_request", "diverged"} <= set(codes)
    check_honest(pg_hall, tables)


@pytest.mark.parametrize("lie", LIES, ids=range(len(LIES)))
def test_entries_that_cannot_be_break_their_evening_alone(pg_hall, tables, lie) -> None:
    rows = rows_of(tables[1])[:3]
    rows.append({**rows[2], "sequence": 4, "version": 4, "key": "lie-0001", "body": lie, "at": "x" * 99})
    send(pg_hall, tables[1], {"entries": rows})
    check_honest(pg_hall, tables)


def test_huge_batches_are_refused_before_they_are_stored(pg_hall, tables) -> None:
    rows = rows_of(tables[1])
    before = stored(pg_hall)
    assert send(pg_hall, tables[1], {"entries": rows * 101}).json["error"]["code"] == "bad_batch"
    assert send(pg_hall, tables[1], b'{"entries":["' + b"x" * 9_000_000 + b'"]}').json["error"]["code"] == "too_large"
    assert send(pg_hall, tables[1], {"entries": rows[2:]}).json == {"next": 1, "stored": 0}, "after a gap"
    assert stored(pg_hall) == before
    check_honest(pg_hall, tables)


def test_the_same_batch_of_many_connections_is_stored_once(pg_hall, tables) -> None:
    """Repeated and out-of-order batches of eight connections, with the honest table's in between."""
    rows = rows_of(tables[1])
    batches = [{"entries": rows[:end]} for end in (5, 2, 4, 1)] + [{"entries": rows[start:]} for start in (1, 3, 0, 2)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda batch: send(pg_hall, tables[1], batch), batches * 3))
    assert sum(answer.json["stored"] for answer in answers) == len(rows)
    assert [number for table, number in stored(pg_hall) if table == 2] == list(range(1, len(rows) + 1))
    assert pg_hall.nets(2) == tables[1].nets()
    check_honest(pg_hall, tables)


def test_a_changed_entry_ends_the_membership_of_its_table_alone(pg_hall, tables) -> None:
    rows = rows_of(tables[1])
    send(pg_hall, tables[1], {"entries": rows})
    before = stored(pg_hall)
    for changed in ({**rows[3], "who": "Emi"}, rows[3]):
        assert send(pg_hall, tables[1], {"entries": [changed]}).json["error"]["code"] == "diverged"
    assert stored(pg_hall) == before
    check_honest(pg_hall, tables)
