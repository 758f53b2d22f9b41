"""Dates that people read are those of the table."""

from __future__ import annotations

import time

import pytest

from web.system.local_time import local_day, local_minute


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch):
    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("name", "day", "minute"),
    [
        ("UTC", "2026-11-28", "2026-11-28 03:04"),
        ("Etc/GMT+12", "2026-11-27", "2026-11-27 15:04"),
        ("Asia/Tokyo", "2026-11-28", "2026-11-28 12:04"),
        ("America/Los_Angeles", "2026-11-27", "2026-11-27 19:04"),
        ("Pacific/Kiritimati", "2026-11-28", "2026-11-28 17:04"),
    ],
)
def test_the_day_is_that_at_the_table(zone, name: str, day: str, minute: str) -> None:
    zone(name)
    assert local_day("2026-11-28T03:04:05+00:00") == day
    assert local_minute("2026-11-28T03:04:05+00:00") == minute


def test_a_night_goes_over_midnight_in_japan(zone) -> None:
    zone("Asia/Tokyo")
    assert local_day("2026-11-27T15:30:00+00:00") == "2026-11-28"


@pytest.mark.parametrize("at", ["2026-11-28T23:59:00", "", "some day", "0001-01-01T00:00:00+00:00"])
def test_what_has_no_zone_or_is_no_time_stays(zone, at: str) -> None:
    zone("Etc/GMT+12")
    assert local_day(at) == at[:10]


def test_result_and_files_bear_the_day_of_the_table(host, zone) -> None:
    zone("UTC")
    host.open()
    head = host.client.application.extensions["fudayomi"].store.evening_head(1)
    for name in ("Etc/GMT+12", "Pacific/Kiritimati"):
        zone(name)
        day = local_day(head.began_at)
        assert host.get("/result.txt").text.splitlines()[0].endswith(f" · {day}")
        for kind in ("json", "csv", "txt"):
            disposition = host.get(f"/evening.{kind}").headers["Content-Disposition"]
            assert f"fudayomi-{day}-evening-1.{kind}" in disposition
        assert f"Evening {day}" in host.get("/evenings/1").text
