"""Where one can go: every view says so itself, the bar stands on every page and marks where one is."""

from __future__ import annotations

import re

import pytest

from scorer.texts import Text
from web.http.navigation import EVERYBODY, GUEST, HOST, Place, in_bar, listed, modules, ordered, places


def test_places_are_found_in_the_views_and_stand_in_order():
    assert {place.path for place in places()} >= {"/#table", "/#hands", "/#history", "/more"}
    assert list(places()) == sorted(places(), key=lambda place: (place.order, place.path))
    assert len({place.path for place in places()}) == len(places())
    two = (Place("/b", Text("b", "び"), 2), Place("/a", Text("a", "あ"), 1))
    assert [place.path for place in ordered(two)] == ["/a", "/b"]


def test_the_bar_has_room_for_a_thumb_on_a_small_phone():
    for role in EVERYBODY:
        # 360 px in at most five parts are 72 px each.
        assert 1 <= len(in_bar(role)) <= 5
        assert all(len(place.sign) == 1 for place in in_bar(role))
        assert not set(in_bar(role)) & set(listed(role))


def test_every_place_has_words_in_both_languages():
    for place in places():
        assert place.label.en
        assert place.label.ja
        assert place.says is None or (place.says.en and place.says.ja)


def test_only_who_may_go_is_shown_the_way(monkeypatch):
    only = Place("/x", Text("x", "エ"), 5, "工", roles=frozenset({HOST}))
    aside = Place("/y", Text("y", "ワ"), 6)
    monkeypatch.setattr("web.http.navigation.places", lambda: (only, aside))
    assert in_bar(HOST) == (only,)
    assert in_bar(GUEST) == ()
    assert listed(GUEST) == (aside,)


@pytest.mark.parametrize("path", ["/", "/more", "/learn/otoroku"])
def test_the_bar_stands_on_every_page(guest, path):
    page = guest.get(path).text
    bar = page[page.index('<nav id="tabs"') :]
    assert re.findall(r'class="tab" href="([^"]+)"', bar) == [place.path for place in in_bar(GUEST)]
    assert ('aria-current="page"' in bar) == (path == "/more")


def test_every_way_leads_somewhere(host):
    for place in places():
        assert host.get(place.path.partition("#")[0]).status_code == 200, place.path


def test_every_view_is_registered(app):
    assert {module.BLUEPRINT.name for module in modules()} == set(app.blueprints)


def test_more_leads_to_every_other_page_once(host, guest):
    for phone, role in ((host, HOST), (guest, GUEST)):
        page = phone.get("/more").text
        menu = page[page.index('class="panel places"') :]
        assert [menu.count(f'<a href="{place.path}">') for place in listed(role)] == [1] * len(listed(role))
        assert page.count('class="panel places"') == 1
