"""道標 michishirube: where one can go from here; found in the views, so that a new page is in the menu by itself.

A module of `web.pages` says so with `PLACES = (Place(...), ...)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.texts import Text
from web.access.roles import ALL_ROLES


@dataclass(frozen=True, slots=True)
class NavEntry:
    """One page or part of a page. `order`: smaller stands first.

    With a `sign`, one character, it stands in the bar at the bottom of every page (there is room for five); without
    one it is listed under More, with what it `says`. `roles`: who is shown the way; the page itself decides who may
    enter.
    """

    path: str
    label: Text
    order: int
    icon: str = ""
    description: Text | None = None
    roles: frozenset[str] = ALL_ROLES


def sort_entries(entries: Iterable[NavEntry]) -> tuple[NavEntry, ...]:
    """`found` by their order, then by path."""
    return tuple(sorted(entries, key=lambda place: (place.order, place.path)))


def bar_entries(entries: Iterable[NavEntry], role: str) -> tuple[NavEntry, ...]:
    """The entries of the bar at the bottom for a phone of that role."""
    return tuple(place for place in entries if place.icon and role in place.roles)


def more_entries(entries: Iterable[NavEntry], role: str) -> tuple[NavEntry, ...]:
    """The entries listed under More for a phone of that role."""
    return tuple(place for place in entries if not place.icon and role in place.roles)
