"""Stones of a new round fly on every screen, even while it is redrawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hands import HANDS
from tests.support.phone_browser import NAMES, SEND_ANSWERS, Handset
from tests.support.server import TableServer
from web.system.network import own_address

MIN_FLIGHT_MS = 600
"""Shortest flight in milliseconds that people can see. An old version ended it after 50 ms."""
MIN_ARROWS_MS = 2_000
"""Shortest time in milliseconds for arrows, whose numbers are read. Three flying stones take 1,670 ms."""
# Notes by the page's own clock when stones or arrows appear and go. Redraws the page every 100 ms meanwhile.
TIME_FLIGHT = """() => {
    window.flight = {};
    const look = () => {
        const layer = document.querySelector(".flight");
        if (layer && !window.flight.from) {
            window.flight.from = performance.now();
            window.flight.texts = [...layer.querySelectorAll("text")].map((one) => one.textContent);
            window.flight.drawn = setInterval(() => dispatchEvent(new Event("redraw")), 100);
        }
        if (!layer && window.flight.from && !window.flight.to) {
            window.flight.to = performance.now();
            clearInterval(window.flight.drawn);
        }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("stones"), "none").start(ready=False)
    yield running
    assert running.stop() == 0


def book_round(page: Page) -> None:
    """Enter all hands and confirm the round."""
    page.goto(page.url.partition("#")[0] + "#hands")
    expect(page.locator(".rim")).to_be_visible()
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    page.locator("[data-key=book]").click()


@pytest.mark.long
def test_stones_fly_long_enough_to_be_seen_on_host_guest_and_television(browser: Browser, server: TableServer) -> None:
    host, guest, tv = (Handset(browser, server.url, reduced_motion="no-preference") for _ in range(3))
    still = Handset(browser, server.url)
    host.begin(server)
    for phone, path in ((guest, "/"), (tv, "/tv"), (still, "/")):
        expect(phone.go(path).locator(".seat")).to_have_count(len(NAMES))
    for phone in (host, guest, tv, still):
        phone.page.evaluate(TIME_FLIGHT)
    book_round(host.page)
    for phone in (host, guest, tv, still):
        phone.page.wait_for_function("() => window.flight.to")
        lasted = phone.page.evaluate("window.flight.to - window.flight.from")
        assert lasted >= (MIN_ARROWS_MS if phone is still else MIN_FLIGHT_MS), (phone.page.url, lasted)
    # With reduced motion, arrows with numbers stand still instead, for longer than any stone flies.
    assert still.page.evaluate("window.flight.texts") == ["1", "1", "1"]
    # The cards of the round lie before the seats. Those of both winners are lifted.
    expect(guest.page.locator(".seat .lay")).to_have_count(len(NAMES))
    expect(guest.page.locator(".seat.lifted")).to_have_count(2)
    for phone in (host, guest, tv, still):
        assert phone.errors == []
        phone.context.close()


@pytest.mark.long
def test_what_was_won_stands_large_on_a_phone_that_looks_elsewhere(
    browser: Browser, server: TableServer, tmp_path: Path
) -> None:
    host, player = (Handset(browser, server.url, reduced_motion="no-preference") for _ in range(2))
    host.begin(server)
    page = player.go("/join")
    page.locator("button[name=name]", has_text=NAMES[0]).click()
    page.goto(f"{server.url}/#history")
    page.wait_for_selector(".rounds, main p")
    page.evaluate("""() => new MutationObserver(() => {
        window.gain ??= document.querySelector(".gain")?.textContent;
    }).observe(document.body, { childList: true })""")
    book_round(host.page)
    page.wait_for_function("() => window.gain")
    assert "+1" in page.evaluate("window.gain")
    assert f"{NAMES[0]} wins 1" in page.evaluate("window.gain")
    expect(page.locator(".gain")).to_have_count(0)
    for phone in (host, player):
        assert phone.errors == []
        phone.context.close()
