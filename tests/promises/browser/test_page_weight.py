"""Bytes that a page loads at first, and scripts that it loads later."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorer.games import games
from scorer.texts import LANGUAGES
from tests.support.hall import BASE
from tests.support.table import Phone
from tests.unit.web.i18n.test_translations import messages_used_in
from web.hall.events.event_store import EventPlan
from web.http.compression import strip_comments
from web.i18n.answer_messages import answer_messages
from web.i18n.script_messages import script_messages, view_messages

STATIC = (Path(__file__).parents[3] / "web/static").resolve()
PATHS = (
    "/",
    "/start",
    "/more",
    "/seats",
    "/settings",
    "/files",
    "/join",
    "/tv",
    "/learn",
    "/glossary",
    "/decks",
    "/calibrate",
    "/enrol",
    *(f"/learn/{key}{way}" for key in sorted(games()) for way in ("", "/lay", "/drill")),
)
LATER_SCRIPTS = {
    "js/history/history.js",
    "js/history/tally.js",
    "js/history/stone-chart.js",
    "js/hands/round-correction.js",
    "js/hands/corrections.js",
    "js/hands/card-sheets.js",
    "js/core/swipe.js",
    "js/core/card-grid.js",
    "js/core/host-sheet.js",
    "js/core/phone-news.js",
    "js/core/pin-prompt.js",
    "js/core/error-cures.js",
    "js/hands/zone-editor.js",
    "js/table/stone-flights.js",
}


def find_imports(file: str, before: str) -> set[str]:
    """Scripts that a script names after the pattern `before`, as paths below `static`."""
    folder, text = (STATIC / file).parent, (STATIC / file).read_text()
    found = re.findall(before + r'\s*"(\.[\w./-]+\.js)"', text)
    return {(folder / one).resolve().relative_to(STATIC).as_posix() for one in found}


def with_imports(files: set[str]) -> set[str]:
    """Scripts with everything that they import statically, and styles."""
    found: set[str] = set()
    left = set(files)
    while left:
        one = left.pop()
        found.add(one)
        if one.endswith(".js"):
            left |= find_imports(one, "from") - found
    return found


def count_bytes(html: str) -> int:
    """Bytes of the scripts and styles that a page loads at once, uncompressed."""
    files = with_imports(set(re.findall(r"/static/([\w/-]+\.(?:js|css))", html)))
    return sum(len(strip_comments((STATIC / file).read_bytes())) for file in files)


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_light_before_its_pictures(path: str, host: Phone) -> None:
    host.open()
    for lang in LANGUAGES:
        host.client.set_cookie("lang", lang, domain="192.168.1.5")
        answer = host.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{lang}"' in answer.text or path == "/tv"  # a television shows two languages
        assert len(answer.data) + count_bytes(answer.text) < 100_000
        if path == "/":
            assert count_bytes(answer.text) <= 82 * 1024


HALL_PATHS = (
    *("/", "/tv", "/members", "/members/1", "/more", "/tables/1"),
    *("/events", "/events/new", "/events/1", "/events/1/referee", "/events/1/sheet", "/events/1/tv"),
)


def test_every_page_of_a_hall_is_as_light(hall, tmp_path: Path) -> None:
    """The event has 64 people and six rounds: as large as any club's."""
    hall.context.members.add("Aki")
    events = hall.context.events
    number = events.create(EventPlan("Spring", "otoroku", {}, 4, "places", 6, 40))
    for player in range(1, 65):
        events.enter(number, f"Somebody {player}")
    for round_ in range(6):
        boards = [[place * 16 + (board + place * round_) % 16 + 1 for place in range(4)] for board in range(16)]
        drawn = {"kind": "drawn", "round": round_ + 1, "boards": boards, "out": [], "since": events.positions()}
        results = [
            {"kind": "corrected", "round": round_ + 1, "board": board + 1, "nets": [30, -10, -10, -10], "pot": 0}
            for board in range(16)
        ]
        events.change(number, None, lambda _event, new=[drawn, *results]: new)
    with closing(hall.table(tmp_path / "pine")) as table:
        table.play(8).send_all()
    client = hall.referee()
    for lang in LANGUAGES:
        client.set_cookie("lang", lang, domain="192.168.1.9")
        for path in HALL_PATHS:
            answer = client.get(path, base_url=BASE)
            assert answer.status_code == 200
            assert len(answer.data) + count_bytes(answer.text) < 100_000, path


VIEWS = {
    "js/hands/hands.js",
    "js/hands/round-correction.js",
    "js/follow/panel.js",
    "js/history/history.js",
    "js/history/tally.js",
}
"""Scripts that the main page loads together with what they say (`withWords` in main.js)."""


def test_the_page_begins_with_the_words_of_all_but_its_views(app: Flask) -> None:
    main = (STATIC / "js/main.js").read_text()
    assert {f"js/{found}" for found in re.findall(r'withWords\(\(\) => import\("\./([\w/-]+\.js)"', main)} == VIEWS
    scripts = wanted = with_imports({"js/main.js"})
    while wanted:
        wanted = with_imports({one for file in wanted for one in find_imports(file, r"import\(")} - VIEWS) - scripts
        scripts = scripts | wanted
    used = messages_used_in("".join((STATIC / file).read_text() for file in scripts))
    with app.test_request_context("/"):
        known, later = script_messages().keys() | answer_messages().keys(), view_messages().keys()
    assert used <= known
    assert not known & later


def test_what_is_seen_only_later_is_no_part_of_the_first_load(guest: Phone) -> None:
    first = with_imports({"js/main.js"})
    assert not first & LATER_SCRIPTS
    later: set[str] = set()
    wanted = first
    while wanted:
        wanted = with_imports({script for one in wanted for script in find_imports(one, r"import\(")}) - later
        later |= wanted
    assert later >= LATER_SCRIPTS
