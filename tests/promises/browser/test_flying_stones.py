"""The stones of a new round are seen to fly on every screen, whatever is drawn while they do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hands import HANDS
from tests.support.phone_browser import NAMES, SEND, Handset
from tests.support.server import Served
from web.system.network import own_address

LEAST_MS = 600
"""A flight that ends sooner is not seen: the old page threw it away after a twentieth of a second."""
ARROWS_LEAST_MS = 2_000
"""Arrows with numbers are read: three stones that fly one after the other take 1,670 ms."""
# Notes by the page's own clock when stones or arrows come and go; meanwhile the page is drawn again and again.
WATCH = """() => {
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
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(tmp_path_factory.mktemp("stones"), "none").start(ready=False)
    yield running
    assert running.stop() == 0


def booked(page: Page) -> None:
    """The host enters every hand and confirms the round."""
    page.goto(page.url.partition("#")[0] + "#hands")
    expect(page.locator(".hand")).to_have_count(len(NAMES))
    page.evaluate(SEND, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    page.locator("[data-key=book]").click()


def test_stones_fly_long_enough_to_be_seen_on_host_guest_and_television(browser: Browser, served: Served) -> None:
    host, guest, tv = (Handset(browser, served.url, reduced_motion="no-preference") for _ in range(3))
    still = Handset(browser, served.url)
    host.begin(served)
    for phone, path in ((guest, "/"), (tv, "/tv"), (still, "/")):
        expect(phone.go(path).locator(".seat")).to_have_count(len(NAMES))
    for phone in (host, guest, tv, still):
        phone.page.evaluate(WATCH)
    booked(host.page)
    for phone in (host, guest, tv, still):
        phone.page.wait_for_function("() => window.flight.to")
        lasted = phone.page.evaluate("window.flight.to - window.flight.from")
        assert lasted >= (ARROWS_LEAST_MS if phone is still else LEAST_MS), (phone.page.url, lasted)
    # Where motion is not wanted arrows with their numbers stand still, longer than any stone flies.
    assert still.page.evaluate("window.flight.texts") == ["1", "1", "1"]
    # The cards of the round lie before their seats, those of both winners lifted.
    expect(guest.page.locator(".seat .lay")).to_have_count(len(NAMES))
    expect(guest.page.locator(".seat.lifted")).to_have_count(2)
    for phone in (host, guest, tv, still):
        assert phone.wrong == []
        phone.context.close()


def test_what_was_won_stands_large_on_a_phone_that_looks_elsewhere(
    browser: Browser, served: Served, tmp_path: Path
) -> None:
    host, player = (Handset(browser, served.url, reduced_motion="no-preference") for _ in range(2))
    host.begin(served)
    page = player.go("/join")
    page.locator("button[name=name]", has_text=NAMES[0]).click()
    page.goto(f"{served.url}/#history")
    page.wait_for_selector(".rounds, main p")
    page.evaluate("""() => new MutationObserver(() => {
        window.gain ??= document.querySelector(".gain")?.textContent;
    }).observe(document.body, { childList: true })""")
    booked(host.page)
    page.wait_for_function("() => window.gain")
    assert "+1" in page.evaluate("window.gain")
    assert f"{NAMES[0]} wins 1" in page.evaluate("window.gain")
    expect(page.locator(".gain")).to_have_count(0)
    for phone in (host, player):
        assert phone.wrong == []
        phone.context.close()
