"""A wrong or jumping clock disturbs no order, cookie or lock."""

from __future__ import annotations

import time
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
import waitress.channel
import waitress.server

from tests.support.table import BASE
from web.ledger import entry, notices
from web.ledger.store import Store
from web.server import listener

YEARS = timedelta(days=365 * 50)
NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
JUMPS = {"forward": NOW + YEARS, "back": NOW - YEARS, "1970": datetime.fromtimestamp(3, UTC)}


@pytest.fixture
def set_clock(monkeypatch):
    """Sets the wall clock of ledger, cookies and backups. The monotonic clock goes on."""

    def set_to(moment: datetime) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz=None):
                return moment.astimezone(tz)

        monkeypatch.setattr(entry, "datetime", Clock)
        monkeypatch.setattr("web.session.maintenance.datetime", Clock)
        monkeypatch.setattr("web.ledger.recovery.datetime", Clock)
        monkeypatch.setattr("web.ledger.backups.datetime", Clock)
        monkeypatch.setattr("itsdangerous.timed.time.time", moment.timestamp)

    return set_to


@pytest.mark.parametrize("to", JUMPS)
def test_rounds_stay_in_order_and_a_host_stays_host(app, host, store, set_clock, to):
    set_clock(NOW)
    host.open()
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    set_clock(JUMPS[to])
    assert host.get("/api/me").json["host"], "the cookie signed before the jump still counts"
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    assert host.change("/api/undo").status_code == 200
    assert host.change("/api/redo").status_code == 200
    set_clock(NOW + timedelta(hours=1))
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    rounds = app.extensions["fudayomi"].service.session.history
    assert [one.event_number for one in rounds] == [2, 3, 6]
    assert not any(one.undone for one in rounds)
    file = store.file
    store.close()
    with closing(Store(f"sqlite:///{file}")) as again:
        entries = again.entries(1)
        assert [entry.version for entry in entries] == [1, 2, 3, 4, 5, 6]
        assert again.notice is None
        assert entries[2].at.startswith(str(JUMPS[to].year)), "wall time is a label"


def test_a_cookie_carries_no_date_and_is_kept_by_a_phone_whose_clock_is_right(app, set_clock):
    set_clock(JUMPS["1970"])
    line = app.test_client().get("/", base_url=BASE).headers["Set-Cookie"]
    assert "Expires" not in line
    assert "Max-Age=2678400" in line


def test_a_clock_that_is_not_set_is_said(host, set_clock):
    set_clock(JUMPS["1970"])
    assert "clock of this table is not set" in host.snapshot["says"]["en"]
    set_clock(NOW)
    assert host.snapshot["says"] is None
    assert notices.clock_notice(NOW + YEARS) is None


def test_idle_connections_are_told_by_the_steady_clock():
    assert listener._MonotonicTime.time is time.monotonic
    assert waitress.server.time is waitress.channel.time is listener._MonotonicTime


def test_only_one_process_keeps_a_ledger(tmp_path):
    url = f"sqlite:///{tmp_path / 'ledger.db'}"
    with closing(Store(url)) as first:
        first.open_evening({"kind": "opened"}, "host", "open")
        with (tmp_path / "rounds.log").open("ab") as log:
            log.write(b"damaged by somebody\n")
        with closing(Store(url)) as second:
            second.set_setting("pin", {"number": 2, "hash": "y"})
            assert second.entries(1) == first.entries(1)
        assert first.get_setting("pin") == {"number": 2, "hash": "y"}
        assert first.append(1, 1, {"kind": "settled"}, "host", "more").sequence == 2
    assert not list(tmp_path.glob("*.corrupt*"))
