"""The navigation bar lists all entries and marks the current one."""

from __future__ import annotations

import re

import pytest

from scorer.texts import Text
from web.access.roles import ALL_ROLES, GUEST, HOST
from web.http.navigation import NavEntry, bar_entries, more_entries, sort_entries
from web.routes import discover_nav_entries, view_modules


def test_places_are_found_in_the_views_and_stand_in_order():
    assert {place.path for place in discover_nav_entries()} >= {"/#table", "/#history", "/more"}
    assert list(discover_nav_entries()) == sorted(discover_nav_entries(), key=lambda place: (place.order, place.path))
    assert len({place.path for place in discover_nav_entries()}) == len(discover_nav_entries())
    two = (NavEntry("/b", Text("b", "び"), 2), NavEntry("/a", Text("a", "あ"), 1))
    assert [place.path for place in sort_entries(two)] == ["/a", "/b"]


def test_the_bar_has_room_for_a_thumb_on_a_small_phone():
    for role in ALL_ROLES:
        # 360 px in at most five parts are 72 px each.
        assert 1 <= len(bar_entries(discover_nav_entries(), role)) <= 5
        assert all(len(place.icon) == 1 for place in bar_entries(discover_nav_entries(), role))
        assert not set(bar_entries(discover_nav_entries(), role)) & set(more_entries(discover_nav_entries(), role))


def test_every_place_has_words_in_both_languages():
    for place in discover_nav_entries():
        assert place.label.en
        assert place.label.ja
        assert place.description is None or (place.description.en and place.description.ja)


def test_only_who_may_go_is_shown_the_way():
    only = NavEntry("/x", Text("x", "エ"), 5, "工", roles=frozenset({HOST}))
    aside = NavEntry("/y", Text("y", "ワ"), 6)
    entries = (only, aside)
    assert bar_entries(entries, HOST) == (only,)
    assert bar_entries(entries, GUEST) == ()
    assert more_entries(entries, GUEST) == (aside,)


@pytest.mark.parametrize("path", ["/", "/more", "/learn/otoroku"])
def test_the_bar_stands_on_every_page(guest, path):
    page = guest.get(path).text
    bar = page[page.index('<nav id="tabs"') :]
    assert re.findall(r'class="tab" href="([^"]+)"', bar) == [
        place.path for place in bar_entries(discover_nav_entries(), GUEST)
    ]
    assert ('aria-current="page"' in bar) == (path == "/more")


def test_every_way_leads_somewhere(host):
    for place in discover_nav_entries():
        assert host.get(place.path.partition("#")[0]).status_code == 200, place.path


def test_every_view_is_registered(app):
    assert {module.BLUEPRINT.name for module in view_modules()} == set(app.blueprints)


def test_more_leads_to_every_other_page_once(host, guest):
    for phone, role in ((host, HOST), (guest, GUEST)):
        page = phone.get("/more").text
        menu = page[page.index('class="panel places"') :]
        assert [menu.count(f'<a href="{place.path}">') for place in more_entries(discover_nav_entries(), role)] == [
            1
        ] * len(more_entries(discover_nav_entries(), role))
        assert page.count('class="panel places"') == 1
