"""Answers name no program, version or file, pictures need a session."""

from __future__ import annotations

import re
from http.client import HTTPConnection

import pytest

from tests.support.routes import fill_arguments, list_routes
from tests.support.server import TableServer
from tests.support.table import Phone

TELLING = re.compile(rb"Traceback|\.py\b|/site-packages|sqlite3?\.|werkzeug|waitress|flask|/home/|/usr/|/tmp/", re.I)


def test_a_fault_anywhere_says_nothing_of_itself(app, host, monkeypatch):
    host.open()

    def broken(*_given: object, **_more: object) -> None:
        raise RuntimeError("secret inside /usr/lib/python3/flask/app.py")

    for endpoint in app.view_functions:
        if endpoint != "static":
            monkeypatch.setitem(app.view_functions, endpoint, broken)
    # else some are refused before the fault
    monkeypatch.setattr("web.openapi.request_check.find_fault", lambda *_: None)
    for path, method in list_routes(app):
        if path.startswith("/static"):
            continue
        answer = host.send(fill_arguments(path), {}, method)
        assert (path, answer.status_code) == (path, 500)
        assert not TELLING.search(answer.data), path
        assert b"secret" not in answer.data


def test_refusals_tell_no_more(app, host):
    for path, method in list_routes(app):
        if path != "/api/live":
            answer = host.send(fill_arguments(path, "../../etc/passwd"), {"version": "x"}, method)
            if answer.status_code >= 400:
                assert not TELLING.search(answer.data), (path, answer.data)
            answer.close()


def test_no_header_names_the_server(tmp_path):
    server = TableServer(tmp_path, source="none").start(ready=False)
    try:
        for method, path in (("GET", "/"), ("GET", "/nothing"), ("BREW", "/"), ("GET", "/static/../app.py")):
            connection = HTTPConnection(server.host, server.port, timeout=60)
            connection.request(method, path)
            answer = connection.getresponse()
            text = answer.read()
            names = {name.lower() for name, _ in answer.getheaders()}
            assert not names & {"server", "x-powered-by", "via"}, (method, path)
            assert not TELLING.search(text), (method, path, text)
            connection.close()
    finally:
        server.stop()


@pytest.mark.parametrize("name", ["x", "../ledger.db", "%2e%2e%2fledger.db", "", "a" * 400])
def test_a_picture_is_shown_by_its_own_name_to_phones_that_opened_the_page(app, host, name):
    host.open()
    host.send("/api/look", {"version": 1})
    true = host.snapshot["draft"]["picture"]["name"]
    assert Phone(app.test_client()).get(f"/picture/{true}.jpg").status_code == 404
    assert host.get(f"/picture/{name}.jpg").status_code in {404, 405}
    assert len(true) >= 16
