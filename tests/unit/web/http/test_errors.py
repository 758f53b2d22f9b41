"""Refusals and faults become the error object with the right status."""

from __future__ import annotations

import logging

import pytest
from flask import Flask, abort, redirect

from scorer.errors import ERROR_CODES, Refusal
from scorer.texts import Text
from tests.support.table import BASE
from web.access.backoff import TooManyAttemptsError
from web.http.errors import STATUS_BY_CODE, register_error_handlers


@pytest.fixture
def small_app() -> Flask:
    app = Flask("small")
    register_error_handlers(app)

    @app.get("/refuse/<code>")
    def _refuse(code: str) -> str:
        raise Refusal(code, Text("no", "否"), seat=2)

    @app.get("/wait")
    def _wait() -> str:
        raise TooManyAttemptsError(479.2)

    @app.get("/fault")
    def _fault() -> str:
        raise RuntimeError("secret path")

    @app.get("/abort/<int:status>")
    def _abort(status: int) -> str:
        abort(status)

    @app.get("/away")
    def _away() -> object:
        return redirect("/elsewhere")

    return app


@pytest.mark.parametrize(
    ("code", "status", "retry"),
    [
        ("stale", 409, None),
        ("wrong_deck", 422, None),
        ("no_such_code", 422, None),
        ("too_many_tries", 429, "60"),
        ("scanner_busy", 503, "2"),
        ("host_only", 403, None),
    ],
)
def test_a_refusal_has_its_status(small_app: Flask, code: str, status: int, retry: str | None) -> None:
    answer = small_app.test_client().get(f"/refuse/{code}")
    assert (answer.status_code, answer.headers.get("Retry-After")) == (status, retry)
    assert answer.json == {"error": {"code": code, "message": {"en": "no", "ja": "否"}, "seat": 2, "cards": []}}


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "bad_request"), (404, "not_found"), (405, "not_allowed"), (413, "too_large"), (415, "bad_request")],
)
def test_an_error_of_http_keeps_its_status(small_app: Flask, status: int, code: str) -> None:
    answer = small_app.test_client().get(f"/abort/{status}")
    assert (answer.status_code, answer.json["error"]["code"]) == (status, code)
    assert small_app.test_client().get("/away").location == "/elsewhere"


def test_who_tried_too_often_is_told_how_long_to_wait(small_app: Flask) -> None:
    answer = small_app.test_client().get("/wait")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "480")
    assert answer.json["error"]["message"]["en"] == "too many tries; try again in 8 minutes"


def test_a_fault_is_logged_and_not_shown(small_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = small_app.test_client().get("/fault")
    assert (answer.status_code, answer.json["error"]["code"]) == (500, "internal")
    assert "secret" not in answer.text
    assert caplog.records[0].exc_info is not None
    assert "secret path" in caplog.text


def test_no_code_of_the_rules_has_a_status_of_its_own() -> None:
    assert not set(STATUS_BY_CODE) & set(ERROR_CODES)


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(("path", "status"), [("/nothing", 404), ("/learn/chess", 404), ("/evenings/7", 404)])
def test_an_unknown_address_is_a_page(guest, path, status):
    answer = guest.client.get(path, base_url=BASE, headers=BROWSER)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert 'href="/"' in answer.text
    assert guest.get(path).json["error"]["code"] == "not_found"


def test_who_is_no_host_is_led_to_the_pin(guest):
    answer = guest.client.post("/more/close", base_url=BASE, headers={**BROWSER, "Origin": BASE})
    assert (answer.status_code, answer.mimetype) == (403, "text/html")
    assert "/host?next=/more/close" in answer.text


@pytest.mark.parametrize("path", ["/api/nothing", "/picture/nothing.jpg", "/static/nothing.js"])
def test_what_scripts_fetch_stays_json(guest, path):
    assert guest.client.get(path, base_url=BASE, headers=BROWSER).json["error"]["code"] == "not_found"
