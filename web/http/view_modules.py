"""Discovery of the modules of routes in a folder and of their menu."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from types import ModuleType

from web.http.navigation import NavEntry, sort_entries


def import_view_modules(*packages: ModuleType) -> tuple[ModuleType, ...]:
    """Every module of the packages. Each holds a `BLUEPRINT` and may hold navigation entries as `PLACES`."""
    return tuple(
        importlib.import_module(module.name)
        for package in packages
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    )


def collect_nav_entries(modules: Iterable[ModuleType]) -> tuple[NavEntry, ...]:
    """Every navigation entry of the modules, in order."""
    return sort_entries(entry for module in modules for entry in getattr(module, "PLACES", ()))
