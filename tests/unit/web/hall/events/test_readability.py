"""A hall whose rows somebody changed starts, and only the page of that event is refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from scorer.errors import Refusal
from scorer.texts import Text
from tests.support.hall import HallTrial
from web.hall.events.event_store import EventPlan
from web.hall.events.readability import refuse_unreadable


@pytest.mark.parametrize(
    ("column", "value"),
    [("game", "x"), ("options", "[1]"), ("scoring", ""), ("rounds", "many"), ("size", "99"), ("minutes", "x")],
)
def test_a_changed_event_is_refused_and_the_other_is_there(tmp_path: Path, column: str, value: object) -> None:
    url = f"sqlite:///{tmp_path / 'hall.db'}"
    with closing(HallTrial(url)) as hall:
        for name in ("Spring", "Autumn"):
            hall.context.events.create(EventPlan(name, "otoroku", {}, 4, "places", 3, 40))
    with closing(sqlite3.connect(tmp_path / "hall.db")) as database, database:
        database.execute(f"UPDATE events SET {column} = ? WHERE id = 1", (value,))  # noqa: S608
    with closing(HallTrial(url)) as hall:
        pages = ("/events/1", "/api/events/1", "/api/events/1/results.csv", "/events/1/sheet", "/events/1/tv")
        codes = {hall.get(page).status_code for page in pages}
        assert codes <= {200, 422}
        assert [hall.get(page).status_code for page in ("/", "/events", "/events/2", "/health")] == [200] * 4


def test_refusals_and_a_database_that_is_away_stay_what_they_are() -> None:
    for fault in (Refusal("not_found", Text("", "")), OperationalError("", {}, Exception())):
        with pytest.raises(type(fault)), refuse_unreadable():
            raise fault
    with pytest.raises(Refusal, match="unreadable"), refuse_unreadable():
        raise KeyError("game")
