"""The host of a benchmark speaks to its server as a phone does."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

import pytest
from flask import Flask, Response, jsonify, request
from werkzeug.serving import make_server

from web.cli.bench_server import ServerUnderTest


@pytest.fixture
def server() -> Iterator[ServerUnderTest]:
    """A benchmark's client of a small server that echoes requests."""
    app = Flask("small")

    @app.route("/echo", methods=["GET", "POST"])
    def _echo() -> Response:
        return jsonify(body=request.data.decode(), origin=request.headers["Origin"], cookie=request.cookies.get("seat"))

    @app.post("/sit")
    def _sit() -> Response:
        answer = jsonify({})
        answer.set_cookie("seat", "3")
        return answer

    @app.get("/no")
    def _no() -> tuple[dict[str, str], int]:
        return {"error": "stale"}, 409

    @app.get("/health")
    def _health() -> dict[str, str]:
        return {"scanner": "up"}

    @app.get("/api/session")
    def _session() -> dict[str, int]:
        return {"version": 7}

    listening = make_server("127.0.0.1", 0, app)
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    host = ServerUnderTest()
    host.host, host.port = "127.0.0.1", listening.port
    yield host
    host._folder.cleanup()
    listening.shutdown()
    thread.join()
    listening.server_close()


def test_a_cookie_once_set_comes_back_with_every_request(server: ServerUnderTest) -> None:
    assert server.request_json("GET", "/echo")["cookie"] is None
    server.request_json("POST", "/sit", {})
    assert server.request_json("GET", "/echo")["cookie"] == "3"
    assert server.request_json("GET", "/echo")["cookie"] == "3"


def test_a_body_is_json_and_bytes_stay_bytes(server: ServerUnderTest) -> None:
    answer = server.request_json("POST", "/echo", {"pin": "1"})
    assert json.loads(answer["body"]) == {"pin": "1"}
    assert answer["origin"] == f"http://127.0.0.1:{server.port}"
    assert server.request_json("POST", "/echo", b"raw")["body"] == "raw"


def test_a_refusal_names_the_request_and_the_status(server: ServerUnderTest) -> None:
    with pytest.raises(RuntimeError, match="GET /no: 409"):
        server.request_json("GET", "/no")
    server.wait_for_scanner()
    assert server.ledger_version == 7
    assert len({server.new_key() for _ in range(9)}) == 9
