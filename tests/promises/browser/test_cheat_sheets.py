"""Cheat sheets: one page of A4 each, legible, in both languages."""

from __future__ import annotations

import pytest
from PIL.PdfParser import PdfParser

from scorer.games import games
from tests.support.browser import NEEDS_BROWSER

pytestmark = NEEDS_BROWSER
A4 = (595, 842)


def page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of each page in points."""
    with PdfParser(buf=bytearray(pdf)) as read:
        found = [read.read_indirect(page)[b"MediaBox"] for page in read.pages]
    return [(round(wide), round(high)) for _, _, wide, high in found]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_cheat_sheet_is_one_page(address, browser, host, lang):
    # The sheet of a game in progress with changed rules is the fullest: it marks those rules.
    host.open(options={"wager": 2, "length": 6})
    context = browser.new_context(locale=lang, color_scheme="dark")
    # Preferences for the screen must not change the paper.
    preferences = {"theme": "dark", "size": "huge"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in preferences.items()])
    page = context.new_page()
    page.emulate_media(media="print")
    for key, deck in [(key, deck) for key, game in games().items() for deck in game.decks]:
        page.goto(f"{address}/learn/{key}?deck={deck}")
        assert page.locator("html").get_attribute("lang") == lang
        assert page_sizes(page.pdf(prefer_css_page_size=True)) == [A4], (key, deck)
        ink, size, paper = page.evaluate("""() => {
            const shown = [...document.querySelectorAll("main :is(p, dt, dd)")].filter((one) => one.offsetParent);
            const looks = shown.map((one) => getComputedStyle(one));
            const sizes = looks.map((look) => parseFloat(look.fontSize));
            const paper = getComputedStyle(document.documentElement).backgroundColor;
            return [[...new Set(looks.map((look) => look.color))], Math.min(...sizes), paper];
        }""")
        assert set(ink) <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
        assert paper == "rgb(255, 255, 255)"
        assert size >= 13.3, "smaller than ten points"
        # A newcomer finds each month by its picture.
        assert deck != "hanafuda" or page.locator(".counted img").count() >= 10, key
        assert page.locator("header, .screen").evaluate_all("all => all.every((one) => !one.offsetParent)")
    context.close()
