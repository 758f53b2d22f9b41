"""Past evenings are listed, opened, exported, continued, reopened."""

from __future__ import annotations

import csv
import io
import re
import sqlite3
import threading
from contextlib import closing

import pytest

from scorer.errors import Refusal
from scorer.session.events import EveningOpened
from scorer.texts import Text
from tests.support.table import BASE, HANDS, NAMES, PIN
from web.archive.evenings import PAGE_EVENINGS, EveningArchive
from web.archive.people import people_of
from web.ledger.rows import select_evening_heads


@pytest.fixture
def host_of_two_evenings(host):
    """A host of two evenings: a closed one of Otoroku with two rounds, then one of Kakeya without any."""
    host.open()
    for turn in range(2):
        host.change("/api/rounds", answers=host.answers(HANDS[turn:] + HANDS[:turn]))
    host.change("/api/close")
    host.open(game="kakeya", players=NAMES)
    return host


def test_every_evening_is_listed_the_newest_first(host_of_two_evenings):
    answer = host_of_two_evenings.get("/api/evenings").json
    assert [one["id"] for one in answer["evenings"]] == [2, 1]
    assert (answer["current"], answer["more"]) == (2, False)
    assert answer["evenings"][1]["games"] == [{"game": "otoroku", "rounds": 2}]
    assert answer["evenings"][1]["closed"] is True
    assert sum(one["net"] for one in answer["evenings"][1]["ranking"]) == 0
    assert [one["id"] for one in host_of_two_evenings.get("/api/evenings?before=2").json["evenings"]] == [1]
    assert host_of_two_evenings.get("/evenings").text.count('class="panel evening"') == 2


def test_an_earlier_evening_is_opened_with_its_cards(host_of_two_evenings):
    answer = host_of_two_evenings.get("/api/evenings/1").json
    assert [one["round"] for one in answer["rounds"]] == [1, 2]
    assert [hand["cards"] for hand in answer["rounds"][0]["hands"]] == [list(hand) for hand in HANDS]
    page = host_of_two_evenings.get("/evenings/1").text
    assert page.count("/art/h10-1.svg") >= 2
    assert host_of_two_evenings.get("/evenings/9").status_code == 404
    assert host_of_two_evenings.get("/api/evenings/9").status_code == 404


def test_an_earlier_evening_goes_home_as_a_file_with_its_date_cards_and_times(host_of_two_evenings):
    answer = host_of_two_evenings.get("/evening.csv?evening=1")
    assert re.search(r'filename="fudayomi-\d{4}-\d\d-\d\d-evening-1\.csv"', answer.headers["Content-Disposition"])
    rows = list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))
    assert len(rows) == 8
    assert rows[0]["cards"].split() == list(HANDS[0])
    assert rows[0]["card_names"].count(";") == len(HANDS[0]) - 1
    assert rows[0]["time"] == host_of_two_evenings.get("/api/evenings/1").json["rounds"][0]["at"]
    assert len(host_of_two_evenings.get("/evening.json?evening=1").json["entries"]) == 4
    assert host_of_two_evenings.get("/evening.json").json["entries"][0]["entry"]["game"] == "kakeya"


def test_an_earlier_evening_is_continued_and_stays_so_after_a_restart(host_of_two_evenings, store):
    before = host_of_two_evenings.snapshot["evening"]["players"]
    assert host_of_two_evenings.change("/api/evenings/1/continue").status_code == 200
    snap = host_of_two_evenings.snapshot
    assert (snap["evening"]["id"], snap["evening"]["players"], snap["evening"]["closed"]) == (1, NAMES, False)
    assert host_of_two_evenings.change("/api/rounds", answers=host_of_two_evenings.answers()).status_code == 200
    assert store.last_evening() == 1
    assert host_of_two_evenings.change("/api/evenings/2/continue", pin=PIN).status_code == 200
    assert host_of_two_evenings.snapshot["evening"]["players"] == before
    host_of_two_evenings.open()
    assert host_of_two_evenings.snapshot["evening"]["id"] == 3


def test_the_end_is_asked_for_once_and_taken_back(host):
    host.open()
    host.change("/api/rounds", answers=host.answers())
    assert "End the evening?" in host.get("/more").text
    stones = host.snapshot["evening"]["stones"]
    assert host.change("/api/evenings/1/continue", pin=PIN).json["error"]["code"] == "not_over"
    host.change("/api/close")
    assert host.snapshot["evening"]["closed"] is True
    form = {"version": host.snapshot["version"], "key": "take-it-back"}
    sent = host.client.post("/evenings/1/continue", data=form, base_url=BASE, headers={"Origin": BASE})
    assert sent.status_code == 302
    evening = host.snapshot["evening"]
    assert (evening["closed"], evening["over"], evening["game_winners"]) == (False, False, [])
    assert evening["stones"] == stones
    assert host.change("/api/undo").status_code == 200


def test_an_evening_that_was_damaged_before_anybody_looked_is_mended_and_then_continued(host_of_two_evenings, store):
    before = host_of_two_evenings.get("/api/evenings/1").json["tally"]
    with closing(sqlite3.connect(store.file)) as ledger, ledger:
        ledger.execute("UPDATE entries SET body = replace(body, '\"net\": [1', '\"net\": [5') WHERE sequence = 2")
    assert not store.is_sound(1)
    assert host_of_two_evenings.change("/api/evenings/1/continue").status_code == 200
    assert host_of_two_evenings.get("/api/evenings/1").json["tally"]["ranking"] == before["ranking"]
    assert "rebuilt" in store.notice.en
    assert host_of_two_evenings.change("/api/undo").status_code == 200


def test_guests_continue_nothing(host_of_two_evenings, guest):
    body = {"version": host_of_two_evenings.snapshot["version"], "key": "not-for-you"}
    assert guest.send("/api/evenings/1/continue", body).json["error"]["code"] == "host_only"


def test_only_what_changed_is_folded_again(host_of_two_evenings, store, monkeypatch):
    archive = EveningArchive(store, lambda: (None, None, 0))
    assert [record.head.id for record in archive.records()] == [1, 2]
    host_of_two_evenings.change("/api/rounds", answers={})
    monkeypatch.setattr("web.archive.evenings._fold", lambda _: pytest.fail("folded again"))
    assert [record.head.id for record in archive.records()] == [1, 2]


def test_what_cannot_be_folded_is_named(host_of_two_evenings, store, monkeypatch):
    def refuse(_):
        raise Refusal("bad_event", Text("", ""))

    monkeypatch.setattr("web.archive.evenings._fold", refuse)
    archive = EveningArchive(store, lambda: (None, None, 0))
    records, _more = archive.page()
    assert [(record.head.id, record.readable, record.ranking) for record in records] == [(2, False, ()), (1, False, ())]
    assert archive.unreadable() == [1, 2]


def no_fold(_entries):
    pytest.fail("folded again")


def test_a_restart_folds_no_evening_again(host_of_two_evenings, store, monkeypatch):
    before = EveningArchive(store, lambda: (None, None, 0)).records()
    monkeypatch.setattr("web.archive.evenings._fold", no_fold)
    assert EveningArchive(store, lambda: (None, None, 0)).records() == before
    assert [record.head.id for record in EveningArchive(store, lambda: (None, None, 0)).page()[0]] == [2, 1]


def test_an_evening_that_went_on_is_folded_again(host_of_two_evenings, store):
    EveningArchive(store, lambda: (None, None, 0)).records()
    assert host_of_two_evenings.change("/api/evenings/1/continue").status_code == 200
    records = EveningArchive(store, lambda: (None, None, 0)).records()
    assert [record.closed for record in records] == [False, False]


def test_the_evening_under_way_is_not_folded(host_of_two_evenings, store, monkeypatch):
    service = host_of_two_evenings.client.application.extensions["fudayomi"].service
    expected = EveningArchive(store, lambda: (None, None, 0)).records()
    store.folds.clear()
    archive = EveningArchive(store, lambda: service.current_evening)
    archive.remember_past(threading.Event(), pause_s=0.0)
    monkeypatch.setattr("web.archive.evenings._fold", no_fold)
    assert archive.records() == expected
    assert archive.session(2) is service.session


def test_everybody_is_summed_up_as_over_all_records(host_of_two_evenings, store):
    service = host_of_two_evenings.client.application.extensions["fudayomi"].service
    archive = EveningArchive(store, lambda: service.current_evening)
    host_of_two_evenings.open(players=["Lena", *NAMES[1:]])
    for _ in range(2):
        host_of_two_evenings.change("/api/rounds", answers=host_of_two_evenings.answers())
        assert archive.people() == people_of(archive.records())
    host_of_two_evenings.open()
    assert archive.people() == people_of(archive.records())


def test_folding_the_past_stops_when_the_table_does(host_of_two_evenings, store, monkeypatch):
    stop = threading.Event()
    stop.set()
    monkeypatch.setattr("web.archive.evenings._fold", no_fold)
    EveningArchive(store, lambda: (None, None, 0)).remember_past(stop)


def test_a_table_that_stops_does_not_wait_for_a_long_evening(host_of_two_evenings, store, monkeypatch):
    stop, read = threading.Event(), []
    iter_entries = store.iter_entries

    def entries_of(number):
        for entry in iter_entries(number):
            yield entry
            read.append(entry.version)
            stop.set()

    monkeypatch.setattr(store, "iter_entries", entries_of)
    archive = EveningArchive(store, lambda: (2, None, 0))
    archive.remember_past(stop)
    assert read == [1]
    monkeypatch.undo()
    assert [record.head.id for record in archive.records()] == [1, 2], "what was broken off is folded later"


def test_a_page_of_evenings_reads_no_more_than_its_evenings(store):
    opened = EveningOpened("otoroku", "hanafuda", {}, ("Aki", "Emi")).as_json()
    for number in range(PAGE_EVENINGS + 3):
        store.open_evening(opened, "Aki", f"key-{number}")
    archive = EveningArchive(store, lambda: (None, None, 0))
    records, more = archive.page()
    assert ([record.head.id for record in records], more) == ([*range(PAGE_EVENINGS + 3, 3, -1)], True)
    records, more = archive.page(4)
    assert ([record.head.id for record in records], more) == ([3, 2, 1], False)
    statement = str(select_evening_heads().limit(3).compile(compile_kwargs={"literal_binds": True}))
    with sqlite3.connect(store.file) as ledger:
        plan = [row[-1] for row in ledger.execute(f"EXPLAIN QUERY PLAN {statement}")]
    assert plan
    assert not [step for step in plan if "SCAN entries" in step]
