"""Requests are checked against their description before the view."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask

from tests.support.table import BASE, Phone
from web import openapi
from web.openapi.request_check import json_body
from web.openapi.schema import COUNT, STRING, RouteSpec, array, enum_of, nullable, obj
from web.request.contract import enforce_contract

SPECS = {
    ("POST", "/api/forgetful"): RouteSpec(obj(), "host", obj(hands=array(STRING), optional={"to": nullable(STRING)})),
    ("GET", "/api/forgetful/<what>"): RouteSpec(
        obj(), query={"before": COUNT, "deck": STRING}, path={"what": enum_of("this")}
    ),
    ("POST", "/api/shown"): RouteSpec(obj(), body=obj(name=STRING), accepts_picture=True),
    ("POST", "/api/finer"): RouteSpec(obj(), body=obj(pin=STRING, on=COUNT), refused_by_view=frozenset({"pin"})),
}


@pytest.fixture
def unchecked_app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The application with views that do not check their input."""
    described = openapi.route_specs()
    monkeypatch.setattr("web.request.contract.route_specs", lambda: described | SPECS)
    app.add_url_rule("/api/forgetful", "a", lambda: {"got": json_body()}, methods=["POST"])
    app.add_url_rule("/api/forgetful/<what>", "b", lambda what: {"got": what})
    app.add_url_rule("/api/shown", "c", dict, methods=["POST"])
    app.add_url_rule("/api/finer", "d", lambda: {"got": json_body()}, methods=["POST"])
    enforce_contract(app)
    return app


def refusal_code(answer: Any) -> str:
    return str(answer.json["error"]["code"]) if answer.status_code != 200 else ""


def test_who_may_is_asked_before_what(unchecked_app: Flask) -> None:
    assert refusal_code(Phone(unchecked_app.test_client()).send("/api/forgetful", [])) == "host_only"
    assert refusal_code(Phone(unchecked_app.test_client()).grant_host().send("/api/forgetful", [])) == "bad_request"


@pytest.mark.parametrize(
    "body",
    [
        *({}, {"hands": "h01-1"}, {"hands": [1]}, {"hands": [], "to": []}, {"hands": [], "to": {}}, [], None, "x"),
        *({"hands": ["\ud800"]}, {"hands": [], "\ud800": 1}, {"hands": ["\x00"]}),
    ],
)
def test_what_was_not_promised_never_reaches_the_view(unchecked_app: Flask, body: object) -> None:
    assert refusal_code(Phone(unchecked_app.test_client()).grant_host().send("/api/forgetful", body)) == "bad_request"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"[" * 100_000, "application/json"),
        (b'{"hands": ' + b"[" * 40 + b"]" * 40 + b"}", "application/json"),
        (b'{"hands": []}', "text/plain"),
        (b'{"hands": [], "n": NaN}', "application/json"),
        (b"hands=", "application/x-www-form-urlencoded"),
    ],
)
def test_what_is_no_json_never_reaches_the_view(unchecked_app: Flask, data: bytes, kind: str) -> None:
    phone = Phone(unchecked_app.test_client()).grant_host()
    answer = phone.client.post("/api/forgetful", data=data, content_type=kind, base_url=BASE, headers={"Origin": BASE})
    assert refusal_code(answer) == "bad_request"


def test_what_was_promised_is_handed_on_whole(unchecked_app: Flask) -> None:
    body = {"hands": ["h01-1"], "to": None, "more": {"札": [1]}}
    assert Phone(unchecked_app.test_client()).grant_host().send("/api/forgetful", body).json == {"got": body}


@pytest.mark.parametrize(
    "query", ["before=-1", "before=x", "before=1.5", "before=", "before=²", "deck=%00", "before=" + "9" * 40]
)
def test_a_query_is_held_too(unchecked_app: Flask, query: str) -> None:
    assert refusal_code(Phone(unchecked_app.test_client()).get(f"/api/forgetful/this?{query}")) == "bad_request"


def test_a_path_that_cannot_be_is_not_found(unchecked_app: Flask) -> None:
    phone = Phone(unchecked_app.test_client())
    assert refusal_code(phone.get("/api/forgetful/that")) == "not_found"
    assert refusal_code(phone.get("/api/forgetful/this?before=3&deck=x&other=-1")) == ""


def test_a_picture_is_no_json_and_json_is_held(unchecked_app: Flask) -> None:
    phone = Phone(unchecked_app.test_client())
    where = {"base_url": BASE, "headers": {"Origin": BASE}}
    assert phone.client.post("/api/shown", data=b"\xff\xd8", **where).status_code == 200
    assert (
        refusal_code(phone.client.post("/api/shown", data=json.dumps({}), content_type="application/json", **where))
        == "bad_request"
    )


def test_what_a_view_refuses_by_a_code_of_its_own_is_left_to_it(unchecked_app: Flask) -> None:
    phone = Phone(unchecked_app.test_client())
    assert phone.send("/api/finer", {"on": 1, "pin": [5]}).json == {"got": {"on": 1, "pin": [5]}}
    assert refusal_code(phone.send("/api/finer", {"pin": "1"})) == "bad_request"


def test_a_route_nobody_described_is_not_served(app: Flask) -> None:
    app.add_url_rule("/api/undescribed", "e", dict)
    with pytest.raises(KeyError):
        enforce_contract(app)
