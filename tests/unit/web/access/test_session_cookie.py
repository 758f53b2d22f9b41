"""The session cookie has a lifetime and no date, and only our own counts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask, Response, session
from itsdangerous import TimestampSigner

from web.access.session_cookie import PersistentSessionInterface


@pytest.fixture
def small_app() -> Flask:
    app = Flask("small")
    app.config.update(SECRET_KEY="k" * 32, SESSION_COOKIE_NAME="table", PERMANENT_SESSION_LIFETIME=timedelta(days=2))
    app.session_interface = PersistentSessionInterface()

    @app.get("/sit/<name>")
    def _sit(name: str) -> Response:
        session.permanent, session["name"] = True, name
        response = Response("ok")
        response.set_cookie("table2", "x")
        return response

    @app.get("/who")
    def _who() -> str:
        return str(session.get("name", "nobody"))

    return app


def test_the_cookie_counts_seconds_from_its_arrival(small_app: Flask) -> None:
    lines = small_app.test_client().get("/sit/Aki").headers.getlist("Set-Cookie")
    (own,) = (line for line in lines if line.startswith("table="))
    assert "Max-Age=172800" in own
    assert "Expires" not in own
    assert "table2=x; Path=/" in lines


def test_a_cookie_from_another_century_is_as_good(small_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = small_app.test_client()
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: 4_102_444_800)  # 2100, before the clock was set
    client.get("/sit/Aki")
    monkeypatch.undo()
    assert client.get("/who").text == "Aki"


@pytest.mark.parametrize("cookie", ["", "x", "eyJuYW1lIjoiRW1pIn0.Z.Z"])
def test_a_cookie_that_is_not_ours_is_no_session(small_app: Flask, cookie: str) -> None:
    client = small_app.test_client()
    client.set_cookie("table", cookie)
    assert client.get("/who").text == "nobody"
    other = small_app.test_client()
    small_app.secret_key = "o" * 32
    other.get("/sit/Emi")
    small_app.secret_key = "k" * 32
    assert other.get("/who").text == "nobody"
