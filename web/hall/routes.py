"""Discovery of the hall's routes: its API and its pages."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from web.hall import api, pages
from web.http.navigation import NavEntry, sort_entries


def hall_modules() -> Iterator[ModuleType]:
    """Every module of routes. Each holds a `BLUEPRINT` and may hold navigation entries as `PLACES`."""
    for package in (api, pages):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(module.name)


@cache
def hall_nav_entries() -> tuple[NavEntry, ...]:
    """Every navigation entry, in order."""
    return sort_entries(entry for module in hall_modules() for entry in getattr(module, "PLACES", ()))
