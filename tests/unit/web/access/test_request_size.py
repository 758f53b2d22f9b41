"""Only views that take files take large bodies, and the head of a request is enough to know."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, request

from web.access.request_size import MAX_JSON_BYTES, body_limit, is_for_files, takes_file
from web.access.security import install_security
from web.hall.intake.batch import MAX_BATCH_BYTES
from web.openapi import route_specs


def test_paths_say_how_large_a_body_may_be(app: Flask, hall) -> None:
    large, limit = app.config["MAX_CONTENT_LENGTH"], body_limit(app)
    for path in ("/api/picture", "/api/learn/koikoi/picture", "/files/restore", "/files/import", "/decks"):
        assert limit("POST", path) == large
    for method, path in (
        ("GET", "/api/picture"),
        ("POST", "/api/join"),
        ("POST", "/nowhere"),
        ("POST", "/\xff\xfe"),
        ("FOO", "/api/picture"),
        ("POST", "//files/restore/"),
        ("POST", ""),
    ):
        assert limit(method, path) == MAX_JSON_BYTES, path
    assert body_limit(hall.app)("POST", "/api/tables/entries") == MAX_BATCH_BYTES
    assert body_limit(hall.app)("POST", "/api/tables") == MAX_JSON_BYTES


def test_every_view_that_takes_pictures_or_files_is_marked(app: Flask) -> None:
    pictures = {route for route, spec in route_specs().items() if spec.accepts_picture}
    for rule in app.url_map.iter_rules():
        source = ast.unparse(ast.parse(inspect.getsource(inspect.unwrap(app.view_functions[rule.endpoint])).lstrip()))
        is_picture = any((method, rule.rule) in pictures for method in rule.methods or ())
        takes_file = is_picture or "request.files" in source
        assert is_for_files(app, rule.endpoint) == takes_file, rule


@pytest.mark.parametrize(("mark", "status"), [(lambda view: view, 413), (takes_file, 200)])
def test_the_application_by_itself_holds_to_the_same_limit(mark: Callable[[Any], Any], status: int) -> None:
    app, base = Flask("sizes"), "http://192.168.1.5:8000"
    app.config["MAX_CONTENT_LENGTH"] = 2 * MAX_JSON_BYTES
    install_security(app, frozenset())
    app.add_url_rule("/body", "body", mark(lambda: str(len(request.get_data()))), methods=["POST"])
    body = b"x" * (MAX_JSON_BYTES + 1)
    answer = app.test_client().post("/body", data=body, base_url=base, headers={"Origin": base})
    assert answer.status_code == status
