"""Navigation entries: the bar of every page and the list under More.

A module of routes declares its entries as `PLACES = (NavEntry(...), ...)`, so a new page is in the menu by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorer.texts import Text
from web.access.roles import ALL_ROLES


@dataclass(frozen=True, slots=True)
class NavEntry:
    """A link to a page or to part of a page. Entries with a smaller `order` come first.

    An entry with an `icon`, one character, stands in the bar at the bottom of every page, which has room for five. An
    entry without one is listed under More with its `description` and its `sign`, one character as well. `roles`: who
    sees the entry. The page itself decides who may enter.
    """

    path: str
    label: Text
    order: int
    icon: str = ""
    description: Text | None = None
    sign: str = ""
    roles: frozenset[str] = ALL_ROLES


def sort_entries(entries: Iterable[NavEntry]) -> tuple[NavEntry, ...]:
    """The entries sorted by `order`, then by path."""
    return tuple(sorted(entries, key=lambda entry: (entry.order, entry.path)))


def bar_entries(entries: Iterable[NavEntry], role: str) -> tuple[NavEntry, ...]:
    """The entries of the bottom bar for a phone of that role."""
    return tuple(entry for entry in entries if entry.icon and role in entry.roles)


def more_entries(entries: Iterable[NavEntry], role: str) -> tuple[NavEntry, ...]:
    """The entries listed under More for a phone of that role."""
    return tuple(entry for entry in entries if not entry.icon and role in entry.roles)
