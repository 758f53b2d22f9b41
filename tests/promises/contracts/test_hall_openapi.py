"""The hall answers as its OpenAPI document describes."""

from __future__ import annotations

from contextlib import closing
from http.client import HTTPConnection
from types import SimpleNamespace
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.support.hall import BASE, NAMES
from tests.support.openapi_contract import Contract
from tests.unit.web.hall.test_server import hall_port as hall_port  # noqa: PLC0414  a fixture
from web.hall.api_description import TABLE, hall_api
from web.hall.events.event_store import EventPlan
from web.hall.events.referee_changes import change_clock, correct_board, draw_round
from web.openapi import build_document

JOIN = {"code": "", "name": "Pine", "ledger": "ab" * 16, "url": "", "first": 1, "evening": 1, "anew": False}
STREAMS = ("/api/live", "/api/live/1", "/api/live/events/1")


@pytest.fixture
def contract(hall) -> Contract:
    """The OpenAPI document of the hall."""
    return Contract(hall.app, hall_api())


def test_the_document_is_valid_and_is_served(hall) -> None:
    answer = hall.get("/openapi.json")
    assert answer.json == build_document(hall.app, hall_api())
    OpenAPIV31SpecValidator(answer.json).validate()
    assert 'href="/openapi.json"' in hall.get("/more").text


def test_every_route_is_described_and_nothing_else(contract) -> None:
    assert {f"{method} {rule}" for method, rule in hall_api().routes} == contract.operations
    operations = [each for path in contract.document["paths"].values() for each in path.values()]
    assert all(each["summary"] for each in operations)
    assert len({each["operationId"] for each in operations}) == len(operations)


def test_what_only_a_table_may_do_refuses_everybody_else_first(hall, contract) -> None:
    for (method, rule), spec in hall_api().routes.items():
        if method == "GET":
            continue
        answer = send(hall, contract, method, rule, {"odd": 1})
        refused = answer.status_code == 403 and answer.json["error"]["code"] == "not_joined"
        assert refused == (spec.role == TABLE), (method, rule)
        assert refused or answer.json["error"]["code"] == "bad_request"


def send(hall, contract: Contract, method: str, path: str, body: Any = None, key: str = "") -> Any:
    """Send a request to the hall, and check the answer against the document."""
    headers = {"Origin": BASE, **({"Authorization": f"Bearer {key}"} if key else {})}
    answer = hall.app.test_client().open(path, method=method, json=body, base_url=BASE, headers=headers)
    contract.check_answer(method, path, answer, body)
    return answer


def test_every_answer_is_as_described(hall, contract, hall_port, tmp_path) -> None:
    event = play_event(hall)
    for path in ("/api/tables", "/health", "/openapi.json", "/api/events", f"/api/events/{event}"):
        assert send(hall, contract, "GET", path).status_code == 200
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        send(hall, contract, "GET", "/api/tables/1")
        table.play(3)
        table.service.undo(table.change())
        table.send_all()
        hall.context.members.add("Aki")
        hall.context.members.seat(1, "Aki", 1)
        hall.context.live_tables.note(1)
        for path in ("/api/tables", "/api/tables/1", f"/api/events/{event}"):
            assert send(hall, contract, "GET", path).status_code == 200
    for kind in ("csv", "json"):
        assert send(hall, contract, "GET", f"/api/events/{event}/results.{kind}").status_code == 200
    send_as_a_table(hall, contract)
    for path in STREAMS:
        connection = HTTPConnection("127.0.0.1", hall_port, timeout=120)
        connection.request("GET", path)
        response = connection.getresponse()
        kind = (response.getheader("Content-Type") or "").partition(";")[0]
        contract.check_answer("GET", path, SimpleNamespace(status_code=response.status, mimetype=kind, data=b""))
        connection.close()
    assert contract.answered == contract.operations


def play_event(hall) -> int:
    """Run an event: one player sits out, a table plays a board, the referee enters a result and starts the clock."""
    events = hall.context.events
    number = events.create(EventPlan("Spring", "otoroku", {"length": "last_standing"}, 4, "places", 3, 40))
    for name in (*NAMES, "Hana"):
        events.enter(number, name)
    draw_round(events, number, 5)
    events.change(number, None, lambda event: change_clock(event, "start"))
    events.change(number, None, lambda _event: correct_board(1, 1, (5, -5, 2, -2), 0))
    draw_round(events, number, events.load(number).version)
    return number


def send_as_a_table(hall, contract: Contract) -> None:
    """Join as a table, send wrong and right requests, and leave."""
    assert send(hall, contract, "POST", "/api/tables", JOIN).status_code == 403
    joined = send(hall, contract, "POST", "/api/tables", JOIN | {"code": hall.context.tables.code}).json
    entry = {
        "sequence": 1,
        "evening": 1,
        "version": 1,
        "who": "Aki",
        "at": "2026-01-01T20:00:00+00:00",
        "body": {"kind": "closed"},
        "key": "a-key-of-its-own",
    }
    for entries, code in (([], "bad_batch"), ([{}], "bad_batch"), ([entry | {"sequence": 2**40}], "bad_batch")):
        answer = send(hall, contract, "POST", "/api/tables/entries", {"entries": entries}, joined["key"])
        assert answer.json["error"]["code"] == code
    answer = send(hall, contract, "POST", "/api/tables/entries", {"entries": [entry]}, joined["key"])
    assert answer.json == {"next": 2, "stored": 1}
    assert send(hall, contract, "DELETE", "/api/tables", key=joined["key"]).status_code == 200


@pytest.mark.parametrize(
    "changed",
    [
        *({"code": 5}, {"code": None}, {"name": []}, {"ledger": "xyz"}, {"ledger": "A" * 32}, {"anew": 1}),
        *({"url": "javascript:alert(1)"}, {"url": 'http://a"b'}, {"first": 0}, {"first": 2**31}, {"evening": 1.0}),
        *({"first": "1"}, {"code": "x" * 41}, {"name": "\x00"}),
    ],
)
def test_what_was_not_promised_never_reaches_the_view(hall, contract, changed) -> None:
    answer = send(hall, contract, "POST", "/api/tables", JOIN | {"code": hall.context.tables.code} | changed)
    assert answer.json["error"]["code"] == "bad_request"
    assert hall.context.tables.all() == []


@pytest.mark.parametrize("number", [0, 7, 2**31, 10**18])
def test_an_unknown_number_is_not_found(hall, contract, number) -> None:
    for path in (f"/api/tables/{number}", f"/api/events/{number}", f"/api/events/{number}/results.csv"):
        assert send(hall, contract, "GET", path).status_code == 404
    assert hall.get(f"/events/{number}").status_code == 404
