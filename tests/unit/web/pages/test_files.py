"""Exported files: what was played, and no formulas."""

from __future__ import annotations

import csv
import gzip
import io
import json

from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from tests.support.table import BASE, NAMES
from web.ledger.store import BATCH


def test_the_ledger_as_json_tells_the_same_evening(host, app):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    entries = host.get("/evening.json").json["entries"]
    assert replay(event_from_json(one["entry"]) for one in entries) == app.extensions["fudayomi"].service.session


def test_a_long_evening_is_sent_in_pieces_packed_or_not(host, app):
    host.open(options={"length": "last_standing"})
    store = app.extensions["fudayomi"].store
    for version in range(1, BATCH + 3):
        store.append(1, version, {"kind": "settled", "n": version}, "あき", f"key-{version}")
    with host.get("/evening.json") as plain:
        assert plain.is_streamed
        pieces = list(plain.iter_encoded())
    with host.client.get("/evening.json", base_url=BASE, headers={"Accept-Encoding": "gzip"}) as packed:
        assert (packed.is_streamed, packed.headers["Content-Encoding"]) == (True, "gzip")
        assert gzip.decompress(packed.data) == b"".join(pieces)
    entries = json.loads(b"".join(pieces))["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, BATCH + 4))
    assert max(map(len, pieces)) < 2000


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


def test_the_result_as_text_is_for_people(host, guest):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/rounds", answers=host.answers())
    host.change("/api/undo")
    lines = guest.get("/result.txt").text.splitlines()
    assert lines[2:6] == ["1. Aki +1", "1. Ken +1", "3. Emi −1", "3. Yuki −1"]
    assert lines[7] == "To settle up"
    assert {"Emi pays Ken 1", "Yuki pays Aki 1"} == set(lines[8:10]) or {"Emi pays Aki 1", "Yuki pays Ken 1"} == set(
        lines[8:10]
    )
    assert lines[11:] == ["Otoroku", "Round 1: Aki +1, Emi −1, Ken +1, Yuki −1"]
    guest.client.set_cookie("lang", "ja", domain="192.168.1.5")
    assert guest.get("/result.txt").text.splitlines()[-1] == "第1局: Aki +1、Emi −1、Ken +1、Yuki −1"
