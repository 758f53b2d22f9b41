"""An evening starts in two taps, and the bar says what would start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.page_checks import find_faults
from tests.support.phone_browser import Handset
from tests.support.server import TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

FAMILY = ["Anna", "Bernd", "Clara", "Dieter", "Emil"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A table that can draw its cards."""
    running = TableServer(tmp_path_factory.mktemp("start")).start(ready=False)
    yield running
    running.stop()


@pytest.fixture
def phone(browser: Browser, server: TableServer) -> Iterator[Handset]:
    """The phone of a host after an evening of Otoroku, which has ended."""
    found = Handset(browser, server.url)
    found.begin(server, FAMILY)
    found.page.evaluate("import('/static/js/core/api.js').then((part) => part.postChange('/api/close'))")
    expect(found.page.locator(".bar a.primary")).to_be_visible()
    yield found
    assert found.errors == []
    found.context.close()


def bar_says(page: Page, words: str) -> None:
    expect(page.locator(".bar .hint")).to_have_text(words)


def test_people_known_play_the_last_game_again_in_two_taps(phone: Handset) -> None:
    page = phone.page
    page.locator(".bar a.primary").tap()
    expect(page.locator(".tile").first).to_contain_text("Otoroku")
    bar_says(page, "Otoroku · drawn cards · 5 players")
    page.locator(".bar button").tap()
    page.wait_for_url("**/")
    expect(page.locator(".seat")).to_have_count(5)


def test_the_bar_says_at_once_what_would_start(phone: Handset) -> None:
    page = phone.go("/start")
    page.get_by_label("Our own cards").check()
    bar_says(page, "Otoroku · hanafuda · 5 players")
    page.locator("#deck").select_option("kabufuda")
    bar_says(page, "Otoroku · kabufuda · 5 players")
    # A name of the chips sits down at the first free place, and stands up again.
    page.locator("#known button", has_text="Bernd").tap()
    bar_says(page, "Otoroku · kabufuda · 4 players")
    expect(page.locator("#players input").nth(1)).to_have_value("")
    page.locator("#known button", has_text="Bernd").tap()
    expect(page.locator("#players input").nth(1)).to_have_value("Bernd")
    # The form of another game may be long in coming. The bar does not wait for it.
    page.route("**/start", lambda route: route.abort())
    page.locator("input[name=game][value=tokotoko]").check()
    expect(page.locator("#bar-game")).to_have_text("Tokotoko")
    page.unroute("**/start")
    page.locator("input[name=game][value=koikoi]").check()
    expect(page.locator("#rules summary")).to_have_text("the usual ones · 12 months")
    expect(page.locator("#rules .rule").first).to_be_hidden()


def test_the_drawn_table_is_left_in_the_middle_of_an_evening(phone: Handset) -> None:
    page = phone.go("/start")
    page.get_by_label("Practise with drawn cards").check()
    page.locator(".bar button").tap()
    expect(page.locator(".seat")).to_have_count(5)
    page.get_by_role("button", name="Enter the hands").tap()
    page.locator("[data-key=tools]").tap()
    page.get_by_role("button", name="Play with our own cards").tap()
    expect(page.get_by_role("button", name="Deal a demo round")).to_have_count(0)
    phone.go("/start?evening=same")
    expect(page.get_by_label("Our own cards")).to_be_checked()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_tiles_and_chips_fit_every_screen(phone: Handset, lang: str, width: int) -> None:
    page = phone.page
    page.set_viewport_size({"width": width, "height": 740})
    page.context.add_cookies([{"name": "lang", "value": lang, "url": phone.url}])
    phone.go("/start")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert (
        page.evaluate(
            "[...document.querySelectorAll('.tile')].filter((tile) => tile.scrollWidth > tile.clientWidth + 1).length"
        )
        == 0
    )
    assert find_faults(page, page.locator("main")) == []
