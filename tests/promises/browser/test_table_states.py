"""All phones follow the table: before a deal, with hands, settled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Route, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hands import HANDS
from tests.support.phone_browser import NAMES, SEND_ANSWERS, Handset, close_sheet_before_leaving, open_hand
from tests.support.server import TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("states"), "none").start(ready=False)
    yield running
    assert running.stop() == 0


@pytest.mark.long
def test_every_phone_follows_the_round_from_the_deal_to_the_payment(browser: Browser, server: TableServer) -> None:
    host, guest = Handset(browser, server.url), Handset(browser, server.url)
    host.begin(server)
    page, watcher = host.go("/"), guest.go("/#table")
    expect(watcher.locator(".seat")).to_have_count(len(NAMES))
    # The element of the cloth must stay the same from the first deal to the payment.
    watcher.evaluate("document.querySelector('.cloth').dataset.first = '1'")

    # Before the deal no page shows an empty hand, and a guest gets none at #hands, either.
    expect(watcher.locator(".rim")).to_have_count(0)
    page.get_by_role("button", name="Enter the hands").click()
    expect(page.locator(".seat .over")).to_have_count(len(NAMES))
    expect(page.locator(".cloth")).to_be_visible()
    expect(page.locator("#tabs [aria-current=page]")).to_have_text("卓Table")
    watcher.goto(f"{guest.url}/#hands")
    expect(watcher.locator(".rim")).to_have_count(0)
    watcher.goto(f"{guest.url}/#table")

    # Everybody sees the first hand that is entered. What comes next is said by the button, and its seat pulses.
    page.evaluate(SEND_ANSWERS, {"hands.1": HANDS[1]})
    expect(watcher.locator(".seat .lay")).to_have_count(1)
    expect(watcher.locator(".seat .lay i")).to_have_count(len(HANDS[1]))
    expect(page.locator(".bar")).to_contain_text(f"Photograph {NAMES[2]}")
    expect(page.locator(".seat.wanted")).to_contain_text(NAMES[2])
    open_hand(page, "hands.0")
    expect(page.locator("dialog.hand h2")).to_have_text(f"Cards: {NAMES[0]}")
    close_sheet_before_leaving(page)

    # What is missing, or cannot be, is the next thing, and the button leads there.
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)} | {"hands.1": HANDS[1][:1]})
    reason = page.locator(".bar .primary")
    expect(reason).to_contain_text(f"{NAMES[1]}: 1 card, at least 2 are needed")
    reason.click()
    expect(page.locator("dialog.hand h2")).to_have_text(f"Cards: {NAMES[1]}")
    close_sheet_before_leaving(page)
    page.evaluate(SEND_ANSWERS, {"hands.1": ["h10-1", "h09-1", "h08-1", "h07-1"], "hands.0": HANDS[0]})
    expect(page.locator("#main .refused")).to_be_in_viewport()
    expect(reason).to_contain_text(NAMES[1])
    page.evaluate(SEND_ANSWERS, {"hands.1": HANDS[1], "hands.0": None})

    # After the round is confirmed, every phone shows its result at the top.
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    page.locator("[data-key=book]").click()
    expect(watcher.locator(".rim")).to_have_count(0)
    expect(watcher.locator(".side .panel").first).to_contain_text("Round 1")
    expect(watcher.locator(".seat.lifted")).to_have_count(2)
    assert watcher.locator(".cloth").get_attribute("data-first") == "1"

    # The host undoes and redoes it where it was settled. The arrows of an undone round are gone.
    expect(page.locator(".flight")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".flight")).to_have_count(0)
    expect(watcher.locator(".side .settlement, .side h2", has_text="Round 1")).to_have_count(0)
    page.get_by_role("button", name="Redo").click()
    expect(watcher.locator(".side .panel").first).to_contain_text("Round 1")
    expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)

    # Correcting an earlier round does not change the other phones.
    page.get_by_role("button", name="Correct").click()
    expect(page.locator(".rim .round")).to_contain_text("Correcting round 1")
    expect(page.locator(".seat .lay i")).to_have_count(sum(map(len, HANDS)))
    expect(watcher.locator(".rim")).to_have_count(0)
    for phone in (host, guest):
        assert phone.errors == []
        phone.context.close()


SMALL_LETTERS = """() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const small = [];
    while (walker.nextNode()) {
        const box = walker.currentNode.parentElement;
        if (!box.checkVisibility() || box.closest("rt")) continue;
        if (parseFloat(getComputedStyle(box).fontSize) < 23) small.push(walker.currentNode.data);
    }
    return small;
}"""
HIDDEN_NAMES = "() => [...document.querySelectorAll('.seat .name')].filter((name) => name.clientWidth < 40).length"


@pytest.mark.long
@pytest.mark.parametrize("people", [7, 4])
def test_the_television_is_read_from_a_sofa(browser: Browser, server: TableServer, people: int) -> None:
    """At 1080 lines no letter but those of readings is smaller than 24 pixels, and every name is there."""
    host = Handset(browser, server.url)
    names = [f"Player {seat}" for seat in range(people)]
    host.begin(server, names)
    screen = browser.new_page(viewport={"width": 1920, "height": 1080})
    screen.goto(f"{server.url}/tv")
    hands = {f"hands.{seat}": [f"h{seat + 1:02}-3", f"h{seat + 1:02}-4"] for seat in range(people)}
    host.page.evaluate(SEND_ANSWERS, hands)
    host.page.locator("[data-key=book]").click()
    expect(screen.locator(".seat .net")).to_have_count(people)
    expect(screen.locator(".settled")).to_be_visible()
    assert screen.evaluate(SMALL_LETTERS) == []
    assert screen.evaluate(HIDDEN_NAMES) == 0

    # What the last round brought does not stand beside the cards of this one.
    host.page.evaluate(SEND_ANSWERS, {"hands.1": ["h01-1"]})
    expect(screen.locator(".seat .card")).to_have_count(1)
    expect(screen.locator(".seat .net")).to_have_count(0)
    host.context.close()
    screen.context.close()


@pytest.mark.long
def test_a_picture_without_cards_can_be_taken_again_and_a_foreign_card_says_so(
    browser: Browser, server: TableServer
) -> None:
    host = Handset(browser, server.url)
    host.begin(server)
    page = host.go("/#hands")
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(json={"cards": 0, "read": {}, "advice": {"en": "There is no card.", "ja": ""}})

    page.route("**/api/picture*", answer)
    picture: FilePayload = {"name": "table.jpg", "mimeType": "image/jpeg", "buffer": b"a picture"}
    page.set_input_files(".rim input[type=file]", picture)
    expect(page.locator(".sheet")).to_contain_text("There is no card.")
    page.set_input_files(".sheet input[type=file]", picture)
    expect(page.locator(".sheet")).to_have_count(1)
    assert len(asked) == 2
    page.keyboard.press("Escape")

    page.evaluate(SEND_ANSWERS, {"hands.1": [{"card": "h11-2", "sure": False, "read": None}]})
    expect(open_hand(page, "hands.1").locator(".why-doubt")).to_have_text("Otoroku is played without this card")
    close_sheet_before_leaving(page)
    page.evaluate(SEND_ANSWERS, {"hands.1": None})
    assert host.errors == []
    host.context.close()


FITS_HEIGHT = "() => document.documentElement.scrollHeight <= innerHeight + 1"
SWIPE = """([by]) => {
    const sheet = document.querySelector(".sheet");
    const touch = (x) => new Touch({ identifier: 1, target: sheet, clientX: x, clientY: 300 });
    const send = (type, x) => sheet.dispatchEvent(new TouchEvent(type, {
        touches: type === "touchend" ? [] : [touch(x)], changedTouches: [touch(x)], bubbles: true,
    }));
    send("touchstart", 200);
    send("touchend", 200 + by);
}"""


@pytest.mark.long
def test_a_swipe_over_the_sheet_turns_to_the_hand_beside(browser: Browser, tmp_path: Path) -> None:
    alone = TableServer(tmp_path, "none").start(ready=False)
    host = Handset(browser, alone.url)
    host.begin(alone)
    page = host.go("/#hands")
    open_hand(page, "hands.2")
    title = page.locator(".sheet h2")
    expect(page.locator(".sheet")).to_have_count(1)  # the previous sheet has closed
    expect(title).to_contain_text(NAMES[2])
    page.evaluate(SWIPE, [-120])
    expect(page.locator(".sheet")).to_have_count(1)  # the previous sheet has closed
    expect(title).to_contain_text(NAMES[3])
    page.evaluate(SWIPE, [120])
    expect(page.locator(".sheet")).to_have_count(1)  # the previous sheet has closed
    expect(title).to_contain_text(NAMES[2])
    page.evaluate(SWIPE, [20])  # a tap that slipped
    expect(page.locator(".sheet")).to_have_count(1)  # the previous sheet has closed
    expect(title).to_contain_text(NAMES[2])
    assert host.errors == []
    host.context.close()
    assert alone.stop() == 0


@pytest.mark.long
def test_the_television_has_something_to_hang_up_before_a_deal(browser: Browser, tmp_path: Path) -> None:
    alone = TableServer(tmp_path, "none").start(ready=False)
    screen = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = screen.new_page()
    page.goto(f"{alone.url}/tv")
    expect(page.locator(".months li")).to_have_count(12)
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.wait_for_function(FITS_HEIGHT)
    if folder := os.environ.get("FUDAYOMI_SHOTS"):
        page.screenshot(path=f"{folder}/tv-before-an-evening.png")
    host = Handset(browser, alone.url)
    host.begin(alone)
    expect(page.locator(".best-hands li").first).to_be_visible()
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    if folder := os.environ.get("FUDAYOMI_SHOTS"):
        page.screenshot(path=f"{folder}/tv-before-a-deal.png")
    page.wait_for_function(FITS_HEIGHT)
    assert host.errors == []
    host.context.close()
    screen.close()
    assert alone.stop() == 0
