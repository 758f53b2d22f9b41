"""The routes of an application, and arguments to fill into them."""

from __future__ import annotations

import re

from flask import Flask

BASE = "http://192.168.1.5:8000"
ARGUMENTS = ("x", "otoroku", "h01-1", "../../etc/passwd", "%2e%2e%2f", "\u202e", "a" * 3000)


def list_routes(app: Flask, *, unsafe: bool | None = None) -> list[tuple[str, str]]:
    """(path, method) of all routes, or only of those that may change something (`unsafe`), or only of the others."""
    found = [
        (rule.rule, method)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]
    return [(path, method) for path, method in found if unsafe is None or unsafe == (method != "GET")]


def fill_arguments(path: str, argument: str = "x") -> str:
    """The path of a rule with `argument` in its places, or 1 where only numbers fit."""
    path = re.sub(r"<int:[^>]*>", "1", path)
    return re.sub(r"<[^>]*>", argument.replace("\\", ""), path)
