"""What won is seen at once, also in piles of twenty cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorer.families.captures.cards import CARDS
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import Handset
from tests.support.server import PIN, TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

POETRY = ["h01-2", "h02-2", "h03-2"]
# How much of each card of a pile is seen, in pixels: from its left edge to that of the next one.
SEEN = """(pile) => {
    const lefts = [...pile.querySelectorAll("i")].map((card) => card.getBoundingClientRect().left);
    return lefts.slice(1).map((left, at) => left - lefts[at]);
}"""


def test_the_set_that_won_is_seen_and_the_rest_is_a_number(browser: Browser, tmp_path: Path) -> None:
    server = TableServer(tmp_path, source="none").start(ready=False)
    phone, screen = Handset(browser, server.url), Handset(browser, server.url)
    assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
    cookie = server.cookie

    def change(path: str, version: int, **body: object) -> None:
        data = {"version": version, "key": f"settled-piles-{version}", **body}
        status, answer = server.request("POST", path, data, cookie)
        assert status == 200, answer

    change("/api/evening", 0, game="hana-awase", players=["Anna", "Bernd"], pin=PIN)
    # Anna has the poetry ribbons and 17 more cards; Bernd has the rest, and no yaku of his own.
    others = [card for card in CARDS if card not in POETRY]
    chaff = [card for card in others if card[-1] in "34"]
    piles = [[*POETRY, *chaff[:17]], [card for card in others if card not in chaff[:17]]]
    change("/api/rounds", 1, answers={"piles.0": piles[0], "piles.1": piles[1]})
    page = phone.go("/")
    expect(page.locator(".settled")).to_be_visible()
    net = server.request("GET", "/api/session", None, cookie)[1]["evening"]["rounds"][-1]["settlement"]["net"]
    for at, seat in enumerate(page.locator(".seat").all()):
        light = "lifted" if net[at] > 0 else "lost"
        assert light in str(seat.get_attribute("class"))
        assert min(seat.locator(".lay").evaluate(SEEN)) > 4
        cards = seat.locator(".lay i").count()
        expect(seat.locator(".lay .rest")).to_have_text(f"+{len(piles[at]) - cards}")
    expect(page.locator(".seat").first.locator(".lay i")).to_have_count(3)
    tv = screen.go("/tv")
    expect(tv.locator(".seat .rest")).to_have_count(2)
    assert phone.errors == screen.errors == []
    assert server.stop() == 0
