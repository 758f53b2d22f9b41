"""An evening is known again by its entries."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.unit.web.archive.test_importer import exported_evening  # noqa: F401  fixture
from web.archive.evening_match import find_same_evening
from web.archive.importer import parse_evening_file


def test_an_evening_and_its_beginning_are_known_again(host, app, exported_evening):  # noqa: F811
    store = app.extensions["fudayomi"].store
    lines = parse_evening_file(json.dumps(exported_evening))[1]
    assert find_same_evening(store, lines) == 1
    assert find_same_evening(store, lines[:2]) == 1
    assert find_same_evening(store, [*lines, lines[-1]]) is None
    later = replace(lines[1], timestamp="2001-01-01T00:00:00+00:00")
    assert find_same_evening(store, [lines[0], later]) is None
    other = replace(lines[1], body={**lines[1].body, "round": {}})
    assert find_same_evening(store, [lines[0], other]) is None
