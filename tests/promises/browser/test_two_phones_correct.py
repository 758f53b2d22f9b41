"""Phones follow a correction, a player who leaves, and a new game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import close_sheet_before_leaving
from tests.support.server import PIN, TableServer
from tests.support.table import HANDS
from web.system.network import own_address

CHART = """() => {
    const box = document.querySelector(".chart").getBoundingClientRect();
    const faults = [...document.querySelectorAll(".chart text")].filter((text) => {
        const { top, bottom, left, right } = text.getBoundingClientRect();
        return top < box.top - 1 || bottom > box.bottom + 1 || left < box.left - 1 || right > box.right + 1;
    }).map((text) => `outside: ${text.textContent}`);
    const lines = [...document.querySelectorAll(".chart polyline")].map((line) => line.getBoundingClientRect());
    const height = Math.max(...lines.map(({ bottom }) => bottom)) - Math.min(...lines.map(({ top }) => top));
    return height < box.height * 0.85 ? [...faults, `the lines take ${height} of ${box.height}`] : faults;
}"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

NAMES = ["Aki", "<b>Emi</b>", "健", "Yuki & Co"]
# Counts the stones and the arrows that are ever drawn over the cloth.
COUNT_STONES = """() => { window.flown = 0; window.arrows = 0; new MutationObserver((all) => { for (const one of all)
    for (const node of one.addedNodes) {
      if (node.matches?.("svg.flight")) window.arrows += node.querySelectorAll("text").length;
      if (node.matches?.("div.flight")) window.flown += 1;
    } }).observe(document.body, { subtree: true, childList: true }); }"""


class Table:
    """A served table whose host changes it without a browser."""

    def __init__(self, server: TableServer) -> None:
        self.server, self.count = server, 0
        assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
        self.cookie = server.cookie

    def change(self, path: str, **body: Any) -> None:
        self.count += 1
        version = self.server.request("GET", "/api/session", None, self.cookie)[1]["version"]
        data = {"version": version, "key": f"outside-{self.count:04d}", **body}
        status, answer = self.server.request("POST", path, data, self.cookie)
        assert status == 200, answer

    def book(self, turn: int) -> None:
        hands = HANDS[turn:] + HANDS[:turn]
        self.change("/api/rounds", answers={f"hands.{seat}": hand for seat, hand in enumerate(hands)})


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table without a scanner, for all tests of this module."""
    server = TableServer(tmp_path_factory.mktemp("corrected"), source="none").start(ready=False)
    yield Table(server)
    assert server.stop() == 0


def phone(browser: Browser, table: Table, *, host: bool, **more: Any) -> Page:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en", **more
    )
    if host:
        name, _, value = table.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": table.server.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(table.server.url)
    return page


@pytest.mark.long
def test_an_evening_corrected_reseated_and_settled(browser: Browser, table: Table) -> None:  # noqa: PLR0915  one evening, from its beginning
    table.change("/api/evening", game="otoroku", players=NAMES, options={"method": "everyone", "wager": 3})
    table.book(0)
    host = phone(browser, table, host=True)
    guest = phone(browser, table, host=False)
    still = phone(browser, table, host=False, reduced_motion="reduce")
    for page in (host, guest, still):
        expect(page.locator(".seat")).to_have_count(4)
        page.evaluate(COUNT_STONES)
    table.book(1)
    for page in (host, guest):
        page.wait_for_function("() => window.flown === 1")
        expect(page.locator(".flight")).to_have_count(0)
    still.wait_for_function("() => window.arrows === 3")
    held = guest.locator(".seat .held b").all_inner_texts()

    host.goto(f"{table.server.url}/#history")
    host.get_by_role("button", name="Correct this round Round 1").click()
    expect(host.locator(".correcting")).to_contain_text("The round after it will be recalculated")
    # The winning hand of the first round turns out to be a bust.
    host.locator(".seat", has_text="健").locator(".over").click(position={"x": 12, "y": 8})
    host.click('.sheet .face:has(img[src="/art/h09-3.svg"])')
    host.get_by_role("button", name="Done").click()
    expect(host.locator("dialog")).to_have_count(0)
    host.locator(".preview").click()
    expect(host.locator(".then b").first).not_to_have_text(held[0])
    then = host.locator(".then b").all_inner_texts()
    assert guest.locator(".seat .held b").all_inner_texts() == held
    close_sheet_before_leaving(host)
    host.get_by_role("button", name="Confirm the correction").click()
    expect(host.locator(".rounds .turns", has_text="corrected by")).to_have_count(1)
    expect(guest.locator(".seat .held b").first).to_have_text(then[0])
    expect(guest.locator(".seat .held b")).to_have_text(then)
    assert guest.evaluate("window.flown") == 1
    host.locator(".rounds summary", has_text="Round 1").click()
    expect(host.locator(".was")).to_have_count(1)

    host.goto(f"{table.server.url}/seats")
    with host.expect_navigation():
        host.get_by_role("button", name="<b>Emi</b> leaves").click()
    host.get_by_label("Name").fill("Sora")
    host.get_by_role("button", name="Sit down").click()
    expect(guest.locator(".seat.away")).to_have_count(1)
    expect(guest.locator(".seat")).to_have_count(5)

    host.goto(f"{table.server.url}/start?evening=same&game=tokotoko")
    host.get_by_role("button", name="One more name").click()
    host.keyboard.type("Rin")
    host.click(".bar button")
    host.wait_for_url("**/")
    expect(guest.locator(".seat")).to_have_count(5)
    expect(guest.locator(".middle .game")).to_have_text("Tokotoko")
    guest.goto(f"{table.server.url}/#evening")
    expect(guest.locator(".ranking tbody tr")).to_have_count(6)
    expect(guest.locator(".chart .end")).to_have_count(6)
    # The lines take the height there is, and the names beside them stand inside the drawing.
    assert guest.evaluate(CHART) == []
    assert guest.locator(".pays li").count() >= 1
    for page in (host, guest, still):
        assert page.evaluate("document.documentElement.scrollWidth") <= 361
        page.context.close()


def test_a_correction_that_was_left_open_is_said_on_every_tab_and_no_other_round_is_entered_over_it(
    browser: Browser, table: Table
) -> None:
    table.change("/api/evening", game="otoroku", players=NAMES, pin=PIN)
    table.book(0)
    host = phone(browser, table, host=True)
    guest = phone(browser, table, host=False)
    guest.goto(f"{table.server.url}/join")
    guest.get_by_role("button", name="Aki").click()
    expect(guest.get_by_role("button", name="Enter my hand")).to_be_visible()
    host.get_by_role("button", name="Correct this round Round 1").click()
    expect(host.locator(".correcting")).to_be_visible()
    for tab in ("More", "Table", "Learn", "History"):
        host.locator("#tabs").get_by_role("link", name=tab).click()
        expect(host.get_by_text("Round 1 is being corrected.")).to_be_visible()
    # Nobody else's phone leads into the old round, and each says that it is open.
    expect(guest.get_by_text("Round 1 is being corrected.")).to_be_visible()
    expect(guest.get_by_role("button", name="Enter my hand")).to_have_count(0)
    guest.goto(f"{table.server.url}/learn")
    expect(guest.get_by_text("Round 1 is being corrected.")).to_be_visible()
    assert guest.get_by_role("link", name="Continue").count() == 0
    guest.goto(f"{table.server.url}/#hands")
    expect(guest.locator(".ring")).to_be_visible()
    assert guest.locator(".rim").count() == 0
    guest.goto(f"{table.server.url}/")
    for tab in ("History", "Table"):
        host.locator("#tabs").get_by_role("link", name=tab).click()
        expect(host.get_by_role("link", name="Go on correcting round 1")).to_be_visible()
        assert host.get_by_role("button", name="Enter the hands").count() == 0
    host.get_by_role("link", name="Go on correcting round 1").click()
    expect(host.get_by_role("button", name="Confirm the correction")).to_be_visible()
    host.locator("#tabs").get_by_role("link", name="Table").click()
    host.get_by_role("button", name="Cancel correction").click()
    for page in (host, guest):
        expect(page.get_by_text("Round 1 is being corrected.")).to_have_count(0)
    expect(guest.get_by_role("button", name="Enter my hand")).to_be_visible()
    host.get_by_role("button", name="Enter the hands").click()
    expect(host.locator(".rim .round")).to_contain_text("Round 2")
    for page in (host, guest):
        page.context.close()
