"""道標 michishirube: where one can go from here; found in the views, so that a new page is in the menu by itself.

A module of `web.pages` says so with `PLACES = (Place(...), ...)`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from scorer.texts import Text
from web import api, pages

HOST, PLAYER, GUEST = "host", "player", "guest"
EVERYBODY = frozenset({HOST, PLAYER, GUEST})


@dataclass(frozen=True, slots=True)
class Place:
    """One page or part of a page. `order`: smaller stands first.

    With a `sign`, one character, it stands in the bar at the bottom of every page (there is room for five); without
    one it is listed under More, with what it `says`. `roles`: who is shown the way; the page itself decides who may
    enter.
    """

    path: str
    label: Text
    order: int
    sign: str = ""
    says: Text | None = None
    roles: frozenset[str] = EVERYBODY


def modules() -> Iterator[ModuleType]:
    """Every module of `web.api` and of `web.pages`."""
    for package in (api, pages):
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


@cache
def places() -> tuple[Place, ...]:
    """Every place of every view, in order."""
    return ordered(place for module in modules() for place in getattr(module, "PLACES", ()))


def ordered(found: Iterable[Place]) -> tuple[Place, ...]:
    """`found` by their order, then by path."""
    return tuple(sorted(found, key=lambda place: (place.order, place.path)))


def in_bar(role: str) -> tuple[Place, ...]:
    """What stands in the bar at the bottom for a phone of that role."""
    return tuple(place for place in places() if place.sign and role in place.roles)


def listed(role: str) -> tuple[Place, ...]:
    """What is listed under More for a phone of that role."""
    return tuple(place for place in places() if not place.sign and role in place.roles)
