import math
import socket
import time
from contextlib import closing

from sqlalchemy.exc import OperationalError

from tests.unit.web.hall.live.test_broadcaster import receive_until
from web.hall.events.event_store import EventPlan
from web.hall.live import live_tables as module
from web.hall.live.live_tables import OVERVIEW, LiveTables


def connect(live_tables: LiveTables, topic: str) -> socket.socket:
    ours, theirs = socket.socketpair()
    theirs.settimeout(30)
    live_tables.broadcaster.reserve(topic, "")(ours, b"")
    return theirs


def test_phones_see_tables_come_and_change(hall, tmp_path) -> None:
    live_tables = hall.context.live_tables
    with closing(connect(live_tables, OVERVIEW)) as phone, closing(hall.table(tmp_path / "pine", "Pine")) as table:
        receive_until(phone, b'"name":"Pine"')
        hall.context.live_tables.note(1)
        with closing(connect(live_tables, "table:1")) as other:
            table.play(2).send_all()
            assert b"event: tables" in receive_until(phone, b'"round":3')
            receive_until(other, b'"totals":[{')
        assert [card["sequence"] for card in live_tables.cards()] == [3]


def test_an_event_is_sent_at_once_when_it_changes_and_less_often_for_its_tables(hall, monkeypatch) -> None:
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "stones", 3, 40))
    live_tables, shown = hall.context.live_tables, {"state": "first"}
    monkeypatch.setattr(live_tables, "_load_event", lambda event: dict(shown))
    while not live_tables._next_events:
        time.sleep(0.01)  # until the thread has sent what it begins with, and says when it may send events again
    monkeypatch.setattr(module, "EVENT_PAUSE_S", math.inf)
    monkeypatch.setattr(live_tables, "_next_events", 0.0)
    with closing(connect(live_tables, f"event:{number}")) as phone, closing(connect(live_tables, OVERVIEW)) as overview:
        receive_until(phone, b"first")
        receive_until(overview, b"event: all")
        shown["state"] = "a table changed"
        live_tables.note(1)
        receive_until(phone, b"a table changed")
        shown["state"] = "too soon"
        for _ in range(3):
            live_tables.note(1)
            receive_until(overview, b"event: tables")  # so the thread has done with the change before
        shown["state"] = "Aki entered"
        hall.context.events.enter(number, "Aki")
        assert b"too soon" not in receive_until(phone, b"Aki entered")
        shown["state"] = "the pause is over"
        monkeypatch.setattr(live_tables, "_next_events", 0.0)
        live_tables.note(1)
        receive_until(phone, b"the pause is over")


def test_a_phone_that_comes_is_told_and_the_others_hear_nothing_again(hall, monkeypatch, tmp_path) -> None:
    number = hall.context.events.create(EventPlan("Spring", "otoroku", {}, 4, "stones", 3, 40))
    live_tables = hall.context.live_tables
    # What an event is sent because of its tables may come while the phones come.
    monkeypatch.setattr(live_tables, "_may_send_events", lambda: False)
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play().send_all()
        for topic, change in (
            (f"event:{number}", lambda: hall.context.events.enter(number, "Aki")),
            ("table:1", lambda: table.play().send_all()),
        ):
            name = topic.partition(":")[0].encode()
            with closing(connect(live_tables, topic)) as phone:
                receive_until(phone, b"event: " + name)
                for _ in range(3):
                    with closing(connect(live_tables, topic)) as other:
                        receive_until(other, b"event: " + name)
                # Nothing else was sent meanwhile, or it would stand before this.
                live_tables.broadcaster.publish(topic, b"mark")
                assert receive_until(phone, b"mark").count(b"event: " + name) == 0
                change()
                receive_until(phone, b"event: " + name)


def test_a_database_that_is_away_is_asked_again(hall, monkeypatch) -> None:
    live_tables = hall.context.live_tables
    monkeypatch.setattr(module, "_RETRY_S", 0.01)
    failures = iter([OperationalError("", {}, Exception())] * 2)

    def cards(*_more):
        if (failure := next(failures, None)) is not None:
            raise failure
        return [{"table": 7}]

    monkeypatch.setattr(module, "table_cards", cards)
    with closing(connect(live_tables, OVERVIEW)) as phone:
        live_tables.note(0)
        receive_until(phone, b'"table":7')
