"""The event stream: newest state first, changes, heartbeats, limits."""

from __future__ import annotations

import json
import threading
import time

import pytest

from scorer.errors import Refusal
from scorer.texts import Text
from web.access.address_group import LINK_LOCAL, places_of
from web.access.pin import Pin
from web.app import run_watch_loop
from web.request.snapshot import build_snapshot
from web.server.listener import SPARE_THREADS
from web.session.broadcast import Hub
from web.wsgi import build_server


def test_a_stream_begins_with_the_newest_and_skips_what_it_missed(monkeypatch):
    hub = Hub()
    for n in range(5):
        hub.publish(f'{{"n":{n}}}')
    stream = hub.subscribe()
    assert next(stream).startswith("retry:")
    assert next(stream) == 'id: 5\nevent: state\ndata: {"n":4}\n\n'
    hub.publish("a")
    hub.publish("b")
    assert next(stream).endswith("data: b\n\n")
    stream.close()
    assert hub.stream_count == 0


def test_a_quiet_stream_beats(monkeypatch):
    monkeypatch.setattr("web.session.broadcast.HEARTBEAT_S", 0.05)
    hub = Hub()
    hub.publish("x")
    stream = hub.subscribe()
    assert [next(stream)[:7] for _ in range(4)] == ["retry: ", "id: 1\ne", "event: ", "event: "]
    stream.close()


def test_streams_end_when_the_hub_closes():
    hub = Hub()
    stream = hub.subscribe()
    hub.close()
    assert [message[:6] for message in stream] == ["retry:"]


def test_one_phone_too_many_is_refused_and_a_place_freed_is_a_place():
    hub = Hub(max_streams=2)
    one, two = hub.subscribe(), hub.subscribe()
    with pytest.raises(Refusal, match="too_many_phones"):
        hub.subscribe()
    next(one)
    one.close()
    hub.subscribe().close()
    next(two)


def test_who_is_seated_gets_the_place_of_the_last_guest_of_the_greatest_crowd():
    hub = Hub(max_streams=4, max_per_address=3)
    lone, *crowd = hub.subscribe("10.0.0.1"), hub.subscribe("10.0.0.2"), hub.subscribe("10.0.0.2")
    seated = hub.subscribe("10.0.0.2", is_seated=True)
    for stream in (lone, *crowd, seated):
        next(stream)
    with pytest.raises(Refusal, match="too_many_phones"):
        hub.subscribe("10.0.0.3")
    late = hub.subscribe("10.0.0.3", is_seated=True)
    assert list(crowd[1]) == [], "it ends"
    assert hub.stream_count == 4
    crowd[1].close()
    assert hub.stream_count == 4, "its place is another's"
    hub.subscribe("10.0.0.4", is_seated=True)
    hub.subscribe("10.0.0.5", is_seated=True)
    assert list(crowd[0]) == list(lone) == []
    with pytest.raises(Refusal, match="too_many_phones"):  # all are seated
        hub.subscribe("10.0.0.6", is_seated=True)
    for stream in (late, seated):
        stream.close()


def test_a_guest_makes_room_within_the_address_of_who_is_seated():
    hub = Hub(max_streams=100, max_per_address=2)
    places = [hub.subscribe(f"fe80::{number}") for number in range(places_of(LINK_LOCAL, 2))]
    with pytest.raises(Refusal, match="too_many_phones"):
        hub.subscribe("fe80::ffff")
    for stream in places:
        next(stream)
    hub.subscribe("fe80::ffff", is_seated=True)
    assert list(places[-1]) == []


def test_a_player_keeps_the_stream_and_a_guest_is_refused(app, guest, host):
    host.open()
    hub = app.extensions["fudayomi"].hub
    hub._max_streams = 1
    assert guest.send("/api/join", {"name": "Aki"}).status_code == 200
    stranger = app.test_client()
    first = stranger.get("/api/live", base_url="http://192.168.1.5:8000", buffered=False)
    assert stranger.get("/api/live", base_url="http://192.168.1.5:8000").status_code == 503
    answer = guest.client.get("/api/live", base_url="http://192.168.1.5:8000", buffered=False)
    assert answer.status_code == 200
    assert hub.stream_count == 1
    first.close()
    answer.close()


def test_many_streams_hear_of_a_change_before_they_look_by_themselves(monkeypatch):
    monkeypatch.setattr("web.session.broadcast.HEARTBEAT_S", 600.0)
    hub = Hub()
    heard: list[str] = []

    def listen() -> None:
        stream = hub.subscribe()
        next(stream)
        heard.append(next(stream))
        stream.close()

    threads = [threading.Thread(target=listen) for _ in range(50)]
    for thread in threads:
        thread.start()
    while hub.stream_count < 50:
        time.sleep(0.01)
    hub.publish("now")
    for thread in threads:
        thread.join(60)
    assert heard == ["id: 1\nevent: state\ndata: now\n\n"] * 50


def test_the_stream_over_http_carries_the_session(guest, host):
    host.open()
    answer = guest.client.get("/api/live", base_url="http://192.168.1.5:8000", buffered=False)
    assert answer.mimetype == "text/event-stream"
    chunks = answer.iter_encoded()
    next(chunks)
    state = next(chunks).decode()
    assert json.loads(state.split("data: ", 1)[1])["evening"]["players"] == host.snapshot["evening"]["players"]
    answer.close()


def test_when_full_the_stream_says_when_to_come_back_and_the_state_is_still_given(app, guest, host):
    host.open()
    app.extensions["fudayomi"].hub._max_streams = 0
    answer = guest.get("/api/live")
    assert (answer.status_code, answer.json["error"]["code"]) == (503, "too_many_phones")
    assert int(answer.headers["Retry-After"]) >= 1
    assert guest.get("/api/session").json["evening"]


def test_a_snapshot_already_known_is_not_sent_again(guest):
    first = guest.get("/api/session")
    again = guest.client.get(
        "/api/session", base_url="http://192.168.1.5:8000", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


def test_phones_hear_of_a_pin_that_was_reset_at_the_machine(app, store):
    table = app.extensions["fudayomi"]
    number = build_snapshot(table)["people"]["number"]
    Pin(store).renew()
    table.pin._clock = lambda: time.monotonic() + 2
    stop = threading.Event()
    watcher = threading.Thread(target=run_watch_loop, args=(table, stop, 0.01))
    stream = table.hub.subscribe()
    next(stream), next(stream)
    watcher.start()
    try:
        news = next(message for message in stream if "event: state" in message)
        assert json.loads(news.split("data: ", 1)[1])["people"]["number"] == number + 1
    finally:
        stop.set()
        watcher.join()
        stream.close()


def test_phones_hear_when_the_scanner_goes(app, scanner):
    table = app.extensions["fudayomi"]
    stop = threading.Event()
    watcher = threading.Thread(target=run_watch_loop, args=(table, stop, 0.01))
    stream = table.hub.subscribe()
    next(stream), next(stream)
    watcher.start()
    try:
        scanner.state, scanner.message = "down", Text("gone", "いません")
        until = time.monotonic() + 60
        message = ""
        while '"state":"down"' not in message and time.monotonic() < until:
            message = next(stream)
        assert '"state":"down"' in message
    finally:
        stop.set()
        watcher.join()
        stream.close()


def test_every_page_that_listens_has_a_thread_and_the_others_are_never_out_of_them(app):
    waiter, hub = build_server(app, "127.0.0.1", 0), app.extensions["fudayomi"].hub
    spare, streams = [], []
    try:
        for _ in range(3 * SPARE_THREADS):
            streams.append(hub.subscribe())
            spare.append(len(waiter.task_dispatcher.threads) - len(streams))
        assert SPARE_THREADS // 2 <= min(spare) <= max(spare) <= SPARE_THREADS
        for stream in streams:
            stream.close()
        hub.subscribe().close()
        assert len(waiter.task_dispatcher.threads) > len(streams), "threads are kept for who comes back"
    finally:
        waiter.close()
