"""The evening as a file: what was played, who it was, and nothing a spreadsheet would run."""

from __future__ import annotations

import csv
import io

from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from tests.support.table import NAMES


def test_the_ledger_as_json_tells_the_same_evening(host, app):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    entries = host.get("/evening.json").json["entries"]
    assert replay(event_from_json(one["entry"]) for one in entries) == app.extensions["fudayomi"].service.session


def test_the_table_has_a_row_a_round_and_player(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    text = host.get("/evening.csv").data.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["player"] for row in rows] == NAMES
    assert {row["counts"] for row in rows} == {"no"}
    assert [int(row["net"]) for row in rows] == [1, -1, 1, -1]
    assert [int(row["stones"]) for row in rows] == [31, 29, 31, 29]


def test_a_name_that_is_a_formula_stays_a_name(host):
    host.open(players=["=1+1", "+A", "-B", "@C"])
    host.change("/api/rounds", answers=host.answers())
    rows = list(csv.DictReader(io.StringIO(host.get("/evening.csv").data.decode("utf-8-sig"))))
    assert [row["player"] for row in rows] == ["'=1+1", "'+A", "'-B", "'@C"]


def test_before_the_first_evening_there_is_no_table(guest):
    assert guest.get("/evening.csv").status_code == 422
    assert guest.get("/evening.json").json["entries"] == []
