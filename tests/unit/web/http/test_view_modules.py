"""Routes are found in a folder, with their entries of the menu."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from web.http.view_modules import collect_nav_entries, import_view_modules

VIEW = """
from scorer.texts import Text
from web.http.navigation import NavEntry
BLUEPRINT = object()
PLACES = (NavEntry("/{name}", Text("{name}", "{name}"), order={order}),)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "dropped_views"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "late.py").write_text(VIEW.format(name="late", order=9))
    (folder / "early.py").write_text(VIEW.format(name="early", order=1))
    (folder / "silent.py").write_text("BLUEPRINT = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("dropped_views")
    for name in [name for name in sys.modules if name.split(".")[0] == "dropped_views"]:
        del sys.modules[name]


def test_every_file_of_the_folder_is_a_view_and_entries_come_in_order(package) -> None:
    modules = import_view_modules(package)
    assert {module.__name__ for module in modules} == {f"dropped_views.{name}" for name in ("late", "early", "silent")}
    assert [entry.path for entry in collect_nav_entries(modules)] == ["/early", "/late"]
