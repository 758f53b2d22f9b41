"""A hall rereads no past: its pages cost the same whatever it stores."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from sqlalchemy import event, text

from tests.support.hall import BASE
from web.hall.events.event_store import EventPlan
from web.hall.events.referee_changes import draw_round

PAST = re.compile(r"SCAN (TABLE )?(entries|evenings|tallies)\b")
"""How SQLite says that it reads one of these from end to end."""


@pytest.fixture
def statements(hall):
    """What the hall asks of its database, with the values."""
    asked: list[tuple] = []

    def note(_connection, _cursor, statement, parameters, _context, many) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and not many:
            asked.append((statement, parameters))

    event.listen(hall.database.engine, "before_cursor_execute", note)
    yield asked
    event.remove(hall.database.engine, "before_cursor_execute", note)


def scans(hall, statements) -> list[tuple[str, str]]:
    """The plans that read the past from end to end, with their statements."""
    asked, found = list(statements), []
    with hall.database.read() as connection:
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all()
            found += [(row[-1], statement) for row in plan if PAST.search(row[-1])]
    return found


def test_nothing_shown_or_booked_reads_the_past(hall, tmp_path, statements) -> None:
    names = ("Aki", "Emi", "Ken", "Yuki")
    members = [hall.context.members.add(name) for name in names]
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "stones", 2, 40))
    for name in names:
        hall.context.events.enter(number, name)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2).send_all()
        draw_round(hall.context.events, number, len(names))
        table.service.close(table.change())
        table.open()
        table.play(2).send_all()
        hall.context.live_tables.cards()
        hall.context.ratings.switch(is_on=True)
        member = members[0].id
        pages = ["/", "/tv", "/tables/1", "/members", f"/members/{member}", f"/members/{member}?before=2", "/ratings"]
        pages += ["/events", f"/events/{number}", f"/events/{number}/sheet", f"/events/{number}/tv"]
        for path in [*pages, "/api/tables", "/api/tables/1", "/health"]:
            assert hall.get(path).status_code == 200, path
        assert len(statements) > 40
        assert scans(hall, statements) == []


def test_only_a_referee_is_given_the_list_of_members(hall, tmp_path, statements) -> None:
    """It is as long as the club is large, and a table's page is asked for by every phone."""
    member = hall.context.members.add("Aki")
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play().send_all()
        paths = ("/tables/1", f"/members/{member.id}")
        for client, lists in ((hall.app.test_client(), 0), (hall.referee(), 2)):
            statements.clear()
            for path in paths:
                assert client.get(path, base_url=BASE).status_code == 200
            asked = [statement for statement, _ in statements if "ORDER BY members.name_key" in statement]
            assert len([one for one in asked if "members.name_key = " not in one]) == lists


def test_a_board_that_nobody_plays_looks_only_at_evenings_of_its_people(hall, tmp_path, statements) -> None:
    """An event whose last board stays open is asked about for years, while the hall goes on."""
    names = ("Aki", "Emi", "Ken", "Yuki")
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "stones", 2, 40))
    for name in names:
        hall.context.events.enter(number, name)
    draw_round(hall.context.events, number, len(names))
    with closing(hall.table(tmp_path / "oak", "Oak", players=("Hana", "Jiro", "Mai", "Ren"))) as others:
        for _ in range(5):
            others.play().service.close(others.change())
            others.send_all().open(("Hana", "Jiro", "Mai", "Ren"))
        statements.clear()
        assert hall.context.events.load(number).results == {}
        with hall.database.read() as connection:
            read = [
                row
                for statement, parameters in list(statements)
                if "FROM tallies" in statement
                for row in connection.exec_driver_sql(statement, parameters)
            ]
        assert read == []
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2).send_all()
        result = hall.context.events.load(number).results[1, 1]
        assert sorted(result.nets) == sorted(table.nets().values())


def test_a_scan_is_noticed(hall, statements) -> None:
    with hall.database.read() as connection:
        connection.execute(text("SELECT count(*) FROM evenings WHERE rounds > 3"))
    assert len(scans(hall, statements)) == 1
