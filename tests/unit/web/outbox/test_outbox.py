from contextlib import closing

import pytest

from scorer.errors import Refusal
from tests.support.hall import BASE, InProcessClient, TableTrial
from web.outbox.hall_client import HALL_REFUSALS, HallAddress, HallClient, hall_away


def test_a_table_without_a_hall_sends_nothing(tmp_path) -> None:
    def nobody(_url: str) -> HallClient:
        raise AssertionError("no request is made")

    with closing(TableTrial(tmp_path / "pine", nobody)) as table:
        table.play()
        assert not table.outbox.send_next()
        assert table.outbox.status.membership is None


def test_joining_survives_a_start(hall, tmp_path) -> None:
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(2).send_all()
        member = table.outbox.membership
        assert member is not None
        assert member.table_url == f"{BASE}/tables/1"
    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app))) as table:
        assert table.outbox.membership == member
        assert table.outbox.status.unsent == 0


def test_a_wrong_code_is_said_and_joins_nothing(hall, tmp_path) -> None:
    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app))) as table:
        with pytest.raises(Refusal, match="wrong_code"):
            table.outbox.join(HallAddress(BASE, "NONSENSE"), "", "Pine", "")
        assert table.outbox.membership is None


def test_a_hall_wanted_at_the_start_is_joined_once_it_answers(hall, tmp_path) -> None:
    away = True

    def fault(_moment: str) -> None:
        if away:
            raise hall_away()

    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        table.outbox.request_join(HallAddress(BASE, hall.context.tables.code), "Pine", "")
        assert not table.outbox.send_next()
        assert table.outbox.status.refusal.code == "hall_away"
        away = False
        table.play().send_all()
        assert hall.nets(1) == table.nets()
        table.outbox.request_join(HallAddress(BASE, "OLD"), "Pine", "")
        assert not table.outbox.send_next()
        assert table.outbox.status.refusal is None
        table.outbox.leave()
        table.outbox.request_join(HallAddress(BASE, "WRONG"), "Pine", "")
        table.outbox.send_next()
        assert table.outbox.status.refusal.code == "wrong_code"


def test_a_hall_that_lets_in_no_more_for_now_is_asked_again(hall, tmp_path) -> None:
    """When many tables start at once, the hall takes so many a minute; those that wait are not left out."""
    full = True

    def fault(_moment: str) -> None:
        if full:
            raise Refusal("too_many_tries", HALL_REFUSALS["too_many_tries"])

    with closing(TableTrial(tmp_path / "pine", lambda _url: InProcessClient(hall.app, fault))) as table:
        table.outbox.request_join(HallAddress(BASE, hall.context.tables.code), "Pine", "")
        assert not table.outbox.send_next()
        assert table.outbox.status.refusal.code == "too_many_tries"
        full = False
        table.play().send_all()
        assert hall.nets(1) == table.nets()


def test_answers_of_another_shape_are_no_hall(tmp_path) -> None:
    class Liar(HallClient):
        def send(self, *_more) -> dict:
            return {"table": "x", "next": [], "key": None}

    liars = closing(TableTrial(tmp_path / "pine", lambda _url: Liar(BASE)))
    with liars as table, pytest.raises(Refusal, match="hall_away"):
        table.outbox.join(HallAddress(BASE, "X"), "", "Pine", "")


def test_long_entries_go_one_by_one(hall, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("web.outbox.outbox.MAX_BATCH_BYTES", 10)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(3).send_all()
        assert hall.nets(1) == table.nets()
