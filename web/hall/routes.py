"""The hall's routes: every module of `web.hall.api` and `web.hall.pages`."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from web.hall import api, pages
from web.http.navigation import NavEntry
from web.http.view_modules import collect_nav_entries, import_view_modules


def hall_modules() -> tuple[ModuleType, ...]:
    """Every module of routes."""
    return import_view_modules(api, pages)


@cache
def hall_nav_entries() -> tuple[NavEntry, ...]:
    """Every navigation entry, in order."""
    return collect_nav_entries(hall_modules())
