"""Pages of other sites change nothing, nor do GET requests."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from tests.support.gate import first_in_gate
from tests.support.routes import ARGUMENTS, BASE, fill_arguments, list_routes

FOREIGN = [
    {},
    {"Origin": "null"},
    {"Origin": "http://evil.example"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "http://192.168.1.5"},
    {"Origin": "http://192.168.1.5:8001"},
    {"Origin": "http://192.168.1.6:8000"},
    {"Origin": f"{BASE}.evil.example"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Referer": BASE},
]


@pytest.mark.parametrize(
    "headers", first_in_gate(FOREIGN, 4), ids=lambda headers: " ".join(map(str, headers.items())) or "none"
)
def test_no_unsafe_route_listens_to_a_foreign_page(app, host, headers):
    host.open()
    before = host.snapshot
    for path, method in list_routes(app, unsafe=True):
        for kind in ({"json": {"version": 1}}, {"data": {"version": "1"}}):
            answer = host.client.open(fill_arguments(path), method=method, base_url=BASE, headers=headers, **kind)
            assert (path, method, answer.status_code) == (path, method, 403)
            assert answer.json["error"]["code"] == "bad_origin"
    assert host.snapshot == before


def test_nothing_that_is_looked_at_writes(app, host, store):
    host.open()
    for path, _ in list_routes(app, unsafe=False):
        if "live" not in path:
            host.get(fill_arguments(path)).close()  # the first visit of a phone may be stored
    written: list[str] = []

    def note(_connection, _cursor, statement, *_more):
        if statement.split()[0].upper() not in {"SELECT", "PRAGMA", "BEGIN"}:
            written.append(statement)

    event.listen(store._engine, "before_cursor_execute", note)
    before, log = host.snapshot, store.file.with_name("rounds.log").read_bytes()
    for path, _ in list_routes(app, unsafe=False):
        if path == "/api/live":
            continue
        for argument in ARGUMENTS:
            for query in ("?options={}&game=otoroku&key=x&version=1&to=hands.0&name=Aki&pin=135790&me=Aki",):
                answer = host.get(fill_arguments(path, argument) + query)
                answer.close()
                assert answer.status_code < 500, path
    assert written == []
    assert host.snapshot == before
    assert store.file.with_name("rounds.log").read_bytes() == log
