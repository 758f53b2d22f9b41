"""The watch of a table: what to ask the worker, what its answers change."""

from __future__ import annotations

import time
from typing import Any

import pytest

from scanner.tracking.table_state import TableState
from scanner.worker.rest_codec import rest_to_json
from scanner.worker.watch_state import (
    BUSY_POLL_INTERVAL_S,
    FOLLOW_POLL_INTERVAL_S,
    IDLE_POLL_INTERVAL_S,
    ArrivedRest,
    FollowTarget,
    WatchState,
)
from scorer.following.sighting import Rest


@pytest.fixture
def watch() -> WatchState:
    """A watch of hanafuda."""
    state = WatchState()
    state.request("hanafuda", live=False)
    return state


def worker_answer(version: int = 0, *, fresh: bool = True, still: bool = True, now: float = 0.0) -> dict[str, Any]:
    header: dict[str, Any] = {"fresh": fresh, "still": still}
    if version:
        header |= {"table": TableState(version, 5.0, 1600, 900, "hanafuda").as_json(), "now": now}
    return header


def test_without_a_deck_the_worker_is_only_pinged() -> None:
    state = WatchState()
    assert state.next_request() == {"op": "ping"}
    assert state.poll_interval(7.0) == 7.0
    assert not state.request(None, live=False)


def test_a_request_asks_for_the_deck_the_live_picture_and_the_play_area(watch: WatchState) -> None:
    area = [(0, 0), (1, 0), (1, 1)]
    assert watch.request("hanafuda", live=True, play_area=area)
    assert not watch.request("hanafuda", live=True, play_area=[list(point) for point in area])
    assert watch.next_request() == {
        "op": "glance",
        "deck": "hanafuda",
        "known": 0,
        "live": True,
        "cloth": [[0, 0], [1, 0], [1, 1]],
    }


def test_a_new_table_is_kept_with_its_picture_and_the_offset_of_the_clocks(watch: WatchState) -> None:
    watch.apply(watch.next_request(), (worker_answer(3, now=time.monotonic() - 100), b"jpeg"))
    snapshot = watch.snapshot
    assert snapshot is not None
    assert (snapshot.version, snapshot.table.version, snapshot.jpeg, snapshot.is_still) == (1, 3, b"jpeg", True)
    assert snapshot.clock_offset == pytest.approx(100, abs=5)
    assert watch.live_jpeg == b"jpeg"
    assert watch.next_request()["known"] == 3
    watch.apply(watch.next_request(), (worker_answer(still=False), b"small"))
    assert watch.snapshot is not None
    assert (watch.snapshot.version, watch.snapshot.is_still, watch.live_jpeg) == (1, False, b"small")
    assert watch.snapshot.jpeg == b"jpeg"


def test_it_polls_often_only_while_something_moves(watch: WatchState) -> None:
    assert watch.poll_interval(7.0) == BUSY_POLL_INTERVAL_S
    for fresh, still, interval in (
        (True, True, IDLE_POLL_INTERVAL_S),
        (True, False, BUSY_POLL_INTERVAL_S),
        (False, False, IDLE_POLL_INTERVAL_S),
    ):
        watch.apply(watch.next_request(), (worker_answer(fresh=fresh, still=still), b""))
        assert watch.poll_interval(7.0) == interval


def test_an_answer_about_another_deck_and_a_refusal_change_nothing(watch: WatchState) -> None:
    earlier = watch.next_request()
    watch.request("western", live=False)
    watch.apply(earlier, (worker_answer(3), b"jpeg"))
    watch.apply(watch.next_request(), ({"refusal": {}}, b"jpeg"))
    watch.apply({"op": "ping"}, ({}, b"jpeg"))
    assert (watch.snapshot, watch.live_jpeg, watch.next_request()["known"]) == (None, b"", 0)
    with pytest.raises(KeyError):
        watch.apply(watch.next_request(), ({}, b""))


def test_a_lost_worker_is_forgotten_but_versions_go_on(watch: WatchState) -> None:
    watch.apply(watch.next_request(), (worker_answer(3), b"jpeg"))
    watch.reset()
    assert (watch.snapshot, watch.live_jpeg, watch.next_request()["known"]) == (None, b"", 0)
    watch.apply(watch.next_request(), (worker_answer(1), b"new"))
    assert watch.snapshot is not None
    assert (watch.snapshot.version, watch.snapshot.table.version) == (2, 1)


def test_a_followed_round_is_asked_for_at_five_pictures_a_second(watch: WatchState) -> None:
    zones = tuple(((x, 0.0), (x + 0.1, 0.0), (x, 0.1)) for x in (0.0, 0.5))
    target = FollowTarget("1.1", zones)
    assert watch.request("hanafuda", live=False, target=target)
    assert not watch.request("hanafuda", live=False, target=target)
    assert watch.poll_interval(7.0) == FOLLOW_POLL_INTERVAL_S
    request = watch.next_request()
    assert (request["op"], request["round"]) == ("follow", "1.1")
    rest = Rest(1.0, (), ())
    answer = {"fresh": True, "rests": [rest_to_json(rest)]}
    watch.apply(request, (answer, b"small"))
    watch.apply(request, (answer, b""))
    assert watch.take_rests() == (ArrivedRest(rest, True), ArrivedRest(rest, False))
    assert watch.take_rests() == ()
    assert watch.live_jpeg == b"small"
    watch.apply(request, (answer, b""))
    watch.reset()  # the worker died: what it saw has happened
    watch.apply(request, (answer, b""))
    assert [arrived.is_first for arrived in watch.take_rests()] == [False, True]
    watch.request("hanafuda", live=False, target=FollowTarget("1.2", zones))
    watch.apply(request, (answer, b""))  # an answer about the previous round
    assert watch.take_rests() == ()
    with pytest.raises(KeyError):
        watch.apply(watch.next_request(), ({"fresh": True}, b""))
