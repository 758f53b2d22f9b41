"""What a phone fetches before it shows anything, uncompressed; what is seen only later comes only then."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorer.games import games
from tests.web.conftest import Phone

STATIC = Path(__file__).parents[2] / "web/static"
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
LATER = {"history.js", "reckoning.js", "chart.js", "correcting.js", "keep.js", "sheets.js", "grid.js", "seats.js"}


def loaded(files: set[str]) -> set[str]:
    """Scripts with everything they import at once, however far, and the styles beside them."""
    found: set[str] = set()
    left = set(files)
    while left:
        one = left.pop()
        found.add(one)
        if one.endswith(".js"):
            left |= set(re.findall(r'from\s*"\./([\w-]+\.js)"', (STATIC / one).read_text())) - found
    return found


def weight(html: str) -> int:
    """Bytes of scripts and styles that a page asks for at once."""
    return sum(
        (STATIC / file).stat().st_size for file in loaded(set(re.findall(r"/static/([\w-]+\.(?:js|css))", html)))
    )


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_light_before_its_pictures(path: str, host: Phone) -> None:
    host.open()
    for lang in ("en", "ja"):
        host.client.set_cookie("lang", lang, domain="192.168.1.5")
        answer = host.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{lang}"' in answer.text or path == "/tv"  # which speaks both
        assert len(answer.data) + weight(answer.text) < 100_000
        if path == "/":
            assert weight(answer.text) <= 80 * 1024


def test_what_is_seen_only_later_is_no_part_of_the_first_load(guest: Phone) -> None:
    first = loaded({"main.js"})
    assert not first & LATER
    wanted = set(re.findall(r'import\("\./([\w-]+\.js)"\)', "".join((STATIC / one).read_text() for one in first)))
    assert loaded(wanted) >= LATER
