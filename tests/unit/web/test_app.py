"""The application: what it keeps between starts, when it publishes."""

from __future__ import annotations

import json
import threading
from io import BytesIO

from tests.support.table import BASE, FakeScanner, Phone
from web.app import MAX_REQUEST_BYTES, create_app, publish_snapshot, run_watch_loop


class LoopTurns(threading.Event):
    """Runs each of `acts` before a turn of the loop, then stops it."""

    def __init__(self, *acts) -> None:
        super().__init__()
        self.acts, self.intervals = list(acts), []

    def wait(self, timeout=None) -> bool:
        self.intervals.append(timeout)
        if not self.acts:
            return True
        self.acts.pop(0)()
        return False


def do_nothing() -> None: ...


def test_cookies_of_the_last_start_are_still_signed(store) -> None:
    first, second = (create_app(store, FakeScanner()) for _ in range(2))
    assert first.secret_key == second.secret_key == store.get_setting("secret")
    assert len(bytes.fromhex(first.secret_key)) == 32
    assert first.config["SESSION_COOKIE_SAMESITE"] == "Strict"


def test_the_watch_loop_tells_the_phones_only_what_changed(app, scanner, monkeypatch) -> None:
    table, published = app.extensions["fudayomi"], []
    monkeypatch.setattr(table.hub, "publish", lambda state: published.append(json.loads(state)["scanner"]["state"]))

    def go_down() -> None:
        scanner.state = "down"

    turns = LoopTurns(do_nothing, do_nothing, go_down, do_nothing, do_nothing)
    run_watch_loop(table, turns, 0.25)
    assert published == ["up", "down"]
    assert turns.intervals == [0.25] * 6
    publish_snapshot(table)
    assert published == ["up", "down", "down"]


def test_a_request_too_large_is_refused_before_it_is_read(app) -> None:
    unread = BytesIO(b"{}")
    size = {"CONTENT_LENGTH": str(MAX_REQUEST_BYTES + 1), "CONTENT_TYPE": "application/json", "wsgi.input": unread}
    answer = app.test_client().post("/api/host", base_url=BASE, headers={"Origin": BASE}, environ_overrides=size)
    assert (answer.status_code, answer.json["error"]["code"]) == (413, "too_large")
    assert unread.tell() == 0


def test_the_first_snapshot_is_there_before_anybody_asks(app) -> None:
    assert Phone(app.test_client()).snapshot["version"] == 0
    stream = app.extensions["fudayomi"].hub.subscribe()
    assert next(stream).startswith("retry:")
    assert '"evening":null' in next(stream)
    stream.close()
