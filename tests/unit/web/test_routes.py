"""Every module of routes is found, and no two claim the same place."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint

from web import api, pages
from web.routes import discover_nav_entries, view_modules


def test_every_file_gives_one_blueprint_of_its_own_name() -> None:
    modules = list(view_modules())
    files = {
        f"{package.__name__}.{file.stem}"
        for package in (api, pages)
        for file in Path(package.__path__[0]).glob("*.py")
        if file.stem != "__init__"
    }
    assert {module.__name__ for module in modules} == files
    blueprints = [module.BLUEPRINT for module in modules]
    assert all(isinstance(blueprint, Blueprint) for blueprint in blueprints)
    assert len({blueprint.name for blueprint in blueprints}) == len(blueprints)


def test_the_menu_is_in_order_and_the_bar_has_room_for_it() -> None:
    entries = discover_nav_entries()
    assert [(entry.order, entry.path) for entry in entries] == sorted((entry.order, entry.path) for entry in entries)
    assert len({entry.path for entry in entries}) == len(entries)
    assert 1 <= sum(bool(entry.icon) for entry in entries) <= 5
    assert discover_nav_entries() is entries


def test_every_place_of_the_menu_is_a_page(app) -> None:
    adapter = app.url_map.bind("localhost")
    for entry in discover_nav_entries():
        assert adapter.test(entry.path.partition("#")[0].partition("?")[0], "GET"), entry.path
