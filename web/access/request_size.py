"""How large a request may be, by its path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RoutingException

View = TypeVar("View", bound=Callable[..., Any])

MAX_JSON_BYTES = 1024 * 1024
"""Maximum bytes of a request body. An evening of 300 rounds fits. Only views that take files take more."""

_MARK = "takes_file"


def takes_file(view: View) -> View:
    """Mark a view whose body is a picture or a file, so that it may be as large as the application takes."""
    setattr(view, _MARK, True)
    return view


def is_for_files(app: Flask, endpoint: str | None) -> bool:
    """Whether the view of an endpoint is marked with `takes_file`."""
    return bool(getattr(app.view_functions.get(endpoint or ""), _MARK, False))


def body_limit(app: Flask) -> Callable[[str, str], int]:
    """A function that gives the most bytes of a body, by method and path as they stand in the head of a request."""
    routes = app.url_map.bind("")

    def most_bytes(method: str, path: str) -> int:
        try:
            endpoint, _ = routes.match(path.encode("latin-1").decode(errors="replace"), method)
        except (HTTPException, RoutingException):
            return MAX_JSON_BYTES
        return int(app.config["MAX_CONTENT_LENGTH"]) if is_for_files(app, endpoint) else MAX_JSON_BYTES

    return most_bytes
