"""Nonsense to all routes: no server error, no change without permission."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from scorer.errors import Refusal
from scorer.texts import Text
from tests.support.gate import first_in_gate
from tests.support.routes import BASE, fill_arguments, list_routes
from tests.support.table import Phone
from web.access.request_size import MAX_JSON_BYTES

OTHER = ("HEAD", "OPTIONS", "BREW")
OTHER_WITH = {"no origin", "bad host", "a form"}
"""What requests with other methods bring in the gate: they are refused, or answered without a view, before a body is
understood. `make test-all` lets them bring all the rest."""
DEEP = b'{"answers":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
JSON, FORM = "application/json", "application/x-www-form-urlencoded"
NONSENSE = {
    "no origin": {"data": b"{}", "content_type": JSON, "headers": {}},
    "bad host": {"data": b"{}", "content_type": JSON, "headers": {"Host": "evil.example", "Origin": BASE}},
    "bad json": {"data": b'{"version": ', "content_type": JSON},
    "not utf-8": {"data": b'{"version": "\xff\xfe"}', "content_type": JSON},
    "deep json": {"data": DEEP, "content_type": JSON},
    "a list": {"data": b"[1]", "content_type": JSON},
    "huge json": {"data": b'{"a": "' + b"x" * (MAX_JSON_BYTES + 1) + b'"}', "content_type": JSON},
    "huge number": {"data": b'{"version": ' + b"9" * 5000 + b', "key": "12345678"}', "content_type": JSON},
    "not a number": {"data": b'{"version": NaN, "key": "12345678", "answers": {}}', "content_type": JSON},
    "wrong version": {"json": {"version": 999, "key": "12345678", "answers": {}, "number": 1, "read": 0, "to": "x"}},
    "wrong kinds": {"json": {"version": 1, "key": "12345678", "answers": [1], "players": 7, "game": [], "to": {}}},
    "odd text": {"json": {"version": 1, "key": "12345678", "name": "\ud800\u0000", "pin": "\u0000", "game": "\u202e"}},
    "a form": {
        "data": urlencode({"version": "x", "key": "", "name": "\x00", "pin": ["1", "2"], "me": "y" * 9000}, doseq=True),
        "content_type": FORM,
    },
    "many fields": {"data": urlencode({f"f{n}": "x" for n in range(1100)}), "content_type": FORM},
}


class AwayWorker(dict):
    """Answers of a worker that is away to any step of a wizard."""

    def __missing__(self, step):
        raise Refusal("scanner_down", Text("away", "いません"))


EXPECTED = {503}  # no scanner or no picture now: the answer says when to ask again


@pytest.mark.parametrize(
    ("kind", "methods"),
    [
        *((kind, OTHER if kind in OTHER_WITH else ()) for kind in NONSENSE),
        *(pytest.param(kind, OTHER, marks=pytest.mark.long) for kind in NONSENSE if kind not in OTHER_WITH),
    ],
)
@pytest.mark.parametrize("role", first_in_gate(["host", "guest", "stranger"]))
def test_never_a_fault_of_ours(app, host, scanner, role, kind, methods):
    scanner.wizard_answers = AwayWorker()
    host.open()
    before = host.snapshot["evening"]
    phone = host if role == "host" else Phone(app.test_client())
    if role == "guest":
        phone.get("/")
    wrong = []
    given = NONSENSE[kind]
    paths = {path for path, _ in list_routes(app)}
    asked = {*list_routes(app), *((path, method) for path in paths for method in methods)} - {("/api/live", "GET")}
    for path, method in sorted(asked):
        answer = phone.client.open(
            fill_arguments(path), method=method, **{"base_url": BASE, "headers": {"Origin": BASE}, **given}
        )
        answer.close()
        if answer.status_code >= 500 and answer.status_code not in EXPECTED:
            wrong.append((method, path, answer.status_code, answer.data[:80]))
    assert wrong == []
    if role != "host":
        assert host.snapshot["evening"] == before
