"""A host's and a guest's phone through an evening and its mishaps."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import (
    NAMES,
    NOTE_TIMES,
    SEND_ANSWERS,
    Handset,
    close_sheet_before_leaving,
    deal_demo_round,
    open_hand,
    open_picture,
    send_picture,
)
from tests.support.server import PIN, TableServer
from web.system.network import own_address

# Otoroku hands by seat, dealer first: 13, 13, 15, bust. The dealer wins one stone.
HANDS = (("h10-1", "h03-1"), ("h10-2", "h03-2"), ("h08-1", "h07-1"), ("h09-1", "h09-2"))
STONES_AFTER = ["31", "29", "31", "29"]

POST_CHANGE = """async (path) => {
    const { postChange } = await import("/static/js/core/api.js");
    const pressed = Date.now();
    await postChange(path);
    return pressed;
}"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A synthetic table, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("evening")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def host(browser: Browser, server: TableServer) -> Iterator[Handset]:
    """The phone of a host with a new evening."""
    phone = Handset(browser, server.url, reduced_motion="no-preference")
    phone.begin(server)
    yield phone
    assert phone.errors == []
    phone.context.close()


@pytest.fixture
def guest(browser: Browser, server: TableServer) -> Iterator[Handset]:
    """A guest's phone, dark and in Japanese."""
    phone = Handset(browser, server.url, locale="ja", color_scheme="dark")
    yield phone
    assert phone.errors == []
    phone.context.close()


NOTHING_SCROLLS = "() => document.documentElement.scrollHeight <= innerHeight"


def enter_hands(page: Page) -> None:
    """Enter all hands in the grid of cards."""
    page.goto(page.url.partition("#")[0] + "#hands")
    for seat, hand in ((1, HANDS[1]), (2, HANDS[2]), (3, HANDS[3]), (0, HANDS[0])):
        open_hand(page, f"hands.{seat}")
        for card in hand:
            page.click(f'.sheet .face:has(img[src="/art/{card}.svg"])')
        page.click(".sheet-foot [data-key=done]")
        expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator(".preview")).to_be_visible()


def test_a_round_from_a_picture_to_the_other_phones_new_balance(host, guest, tmp_path):
    watcher = guest.go("/")
    expect(watcher.locator(".seat")).to_have_count(4)
    assert watcher.locator(".seat .name bdi").all_inner_texts() == NAMES
    watcher.evaluate(NOTE_TIMES)
    picture = tmp_path / "table.jpg"
    picture.write_bytes(
        photograph(SceneSpec(seed=5, piles=(*HANDS, ()), surface="green felt"), DrawnFaces("hanafuda")).jpeg
    )
    page = host.go("/#hands")
    send_picture(page, picture, 8)
    # The guest sees the picture and the cards, but no buttons to change them, only the way to a seat.
    expect(watcher.locator(".seat .lay i")).to_have_count(8)
    assert watcher.locator("#main").locator(".chip, .tools, input[type=file], .bar button").count() == 0
    expect(watcher.locator(".bar a")).to_have_attribute("href", "/join")
    open_picture(watcher)
    expect(watcher.locator(".photo .outline")).to_have_count(8)
    close_sheet_before_leaving(watcher)
    sheet = open_hand(watcher, "hands.1")
    expect(sheet.locator("span.thumb")).to_have_count(2)
    assert sheet.locator("button.thumb, .grid, input[type=file]").count() == 0
    close_sheet_before_leaving(watcher)

    correct_all(page)
    page.evaluate("""() => document.addEventListener("click", () => { window.pressedAt = Date.now(); }, true)""")
    page.click("[data-key=book]")
    expect(watcher.locator(".seat .held b").first).to_have_text("31")
    page.wait_for_url("**/#table")
    assert guest.stones() == host.stones() == STONES_AFTER
    assert watcher.evaluate("window.stayed")
    waits = [watcher.evaluate("window.seenAt") - page.evaluate("window.pressedAt")]
    # The guest gets the round as news, not by polling. On a busy machine it is undone and redone, and the best of three
    # counts. `fudayomi bench live` measures the milliseconds.
    for _ in range(2):
        page.evaluate(POST_CHANGE, "/api/undo")
        for phone in (watcher, page):  # the host must have seen the newest state
            expect(phone.locator(".seat .held b").first).to_have_text("30")
        watcher.evaluate("window.seenAt = undefined")
        pressed = page.evaluate(POST_CHANGE, "/api/redo")
        watcher.wait_for_function("() => window.seenAt")
        expect(page.locator(".seat .held b").first).to_have_text("31")
        waits.append(watcher.evaluate("window.seenAt") - pressed)
    assert min(waits) < 10_000


def correct_all(page: Page) -> None:
    """Correct each card that was read wrongly or is not sure. The round can be confirmed then."""
    for seat, hand in ((1, HANDS[1]), (2, HANDS[2]), (3, HANDS[3]), (0, HANDS[0])):
        box = open_hand(page, f"hands.{seat}")
        for at, card in enumerate(hand):
            thumb = box.locator(f'[data-key="card hands.{seat} {at}"]')
            right = f'img[src="/art/{card}.svg"]'
            if thumb.locator(right).count() == 0 or "unsure" in (thumb.get_attribute("class") or ""):
                thumb.click()
                expect(page.locator(".sheet")).to_have_count(2)
                guess = page.locator(f".guess:has({right})")
                (guess if guess.count() else page.locator(f".sheet .face:has({right})").last).click()
                expect(page.locator(".sheet")).to_have_count(1)
        close_sheet_before_leaving(page)
    expect(page.locator("[data-key=book]")).to_be_enabled()


@pytest.mark.long
def test_a_card_moves_between_hands_and_a_refusal_loses_nothing(host):
    page = host.page
    enter_hands(page)
    open_hand(page, "hands.1").locator(".thumb").first.click()
    page.get_by_role("button", name="Yuki & Co", exact=True).click()
    close_sheet_before_leaving(page)
    expect(page.locator("[data-key=missing]")).to_contain_text("<b>Emi</b>: 1 card, at least 2 are needed")
    moved = open_hand(page, "hands.3").locator(".thumb")
    expect(moved).to_have_count(3)
    moved.nth(2).click()
    page.get_by_role("button", name="← Earlier").click()
    expect(moved.nth(1).locator("img")).to_have_attribute("src", "/art/h10-2.svg")
    close_sheet_before_leaving(page)
    # A willow is no card of Otoroku. The reason stands in place of the result, and the hands stay.
    page.evaluate(SEND_ANSWERS, {"hands.0": ["h11-1", "h03-1"], "hands.1": ["h01-1", "h01-2"]})
    expect(page.locator(".refused")).to_contain_text("wrong_deck")
    assert page.locator("[data-key=book]:enabled").count() == 0
    expect(page.locator(".seat .lay i")).to_have_count(9)


@pytest.mark.long
def test_cards_that_lie_anywhere_are_given_by_tapping_them_on_the_picture(host, tmp_path):
    page = host.go("/#hands")
    # All eight cards lie in one heap before the dealer.
    picture = tmp_path / "heap.jpg"
    heap = tuple(card for hand in HANDS for card in hand)
    picture.write_bytes(
        photograph(SceneSpec(seed=7, piles=(heap, (), (), (), ()), surface="green felt"), DrawnFaces("hanafuda")).jpeg
    )
    send_picture(page, picture, 8)
    open_picture(page)
    for at, name in ((2, NAMES[1]), (4, NAMES[2]), (6, NAMES[3])):
        page.locator(".giving").get_by_role("button", name=name).click()
        # Both taps come before the table answers. None may be lost.
        for card in (at, at + 1):
            page.locator(".photo .outline").nth(card).dispatch_event("click")
    expect(page.locator(".outline.theirs")).to_have_count(2)
    for at in range(4):
        expect(page.locator(".seat").nth(at).locator(".lay i")).to_have_count(2)
    page.locator(".outline.theirs").first.dispatch_event("click")
    expect(page.locator(".outline.theirs")).to_have_count(1)
    expect(page.locator(".seat .lay i")).to_have_count(7)


@pytest.mark.long
def test_nothing_is_refused_before_anything_is_told(host):
    page = host.go("/start?game=kujuroku")
    for at, name in enumerate(NAMES):
        page.locator("#players input").nth(at).fill(name)
    # The form asks for the PIN again while an evening is being played.
    for pin in page.locator("#start input[name=pin]").all():
        pin.fill(PIN)
    page.click(".bar button")
    expect(page.locator(".seat")).to_have_count(4)
    host.go("/#hands")
    expect(page.locator(".rim")).to_be_visible()
    assert page.locator(".refused").count() == 0


@pytest.mark.long
def test_an_unreadable_picture_is_told_in_a_box(host, tmp_path):
    page = host.go("/#hands")
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8\xff\xe0 not a picture <script>")
    page.set_input_files(".rim input[type=file]", str(bad))
    expect(page.locator("dialog[open]")).to_contain_text("bad_image")


@pytest.mark.long
def test_undo_stays_visible_and_a_kill_brings_the_same_evening_back(host, guest, server):
    watcher = guest.go("/")
    watcher.evaluate(NOTE_TIMES)
    enter_hands(host.page)
    host.page.click("[data-key=book]")
    host.page.wait_for_url("**/#table")
    enter_hands(host.page)
    host.page.click("[data-key=book]")
    host.page.wait_for_url("**/#table")
    host.go("/#history").get_by_role("button", name="Undo").click()
    expect(host.page.locator(".rounds .undone")).to_have_count(1)
    expect(watcher.locator(".seat .held b").first).to_have_text("31")

    server.kill()
    died = time.time()
    expect(watcher.locator("#banner.stale")).to_be_visible()
    assert guest.seconds_until_stale(died) < 15  # 5 on an idle machine
    server.start(ready=False)
    expect(watcher.locator("#banner.stale")).to_have_count(0)
    assert guest.stones() == STONES_AFTER
    assert "第2局" in watcher.locator(".middle .round").inner_text()


def test_the_scanner_dies_and_cards_go_on_by_hand(host, server):
    page = host.go("/#hands")
    while not server.workers():
        time.sleep(0.05)
    expect(page.locator("#banner")).to_be_empty(timeout=60_000)
    for pid in server.workers():
        os.kill(pid, signal.SIGKILL)
    host.wait_for_message("scanner")
    enter_hands(page)
    page.click("[data-key=book]")
    page.wait_for_url("**/#table")
    assert host.stones() == STONES_AFTER
    expect(page.locator("#banner")).to_be_empty(timeout=60_000)
    assert server.health() is not None


@pytest.fixture
def new_server(tmp_path: Path) -> Iterator[TableServer]:
    """A table on which nothing has begun."""
    running = TableServer(tmp_path).start()
    yield running
    assert running.stop() == 0


@pytest.mark.long
def test_a_newcomer_sees_cards_read_and_valued_in_two_taps(browser, new_server):
    phone = Handset(browser, new_server.url)
    phone.sign_in()
    page = phone.page
    page.get_by_role("button", name="Start a demo evening").click()
    assert deal_demo_round(page, 5), "the machine is too busy for the scanner"
    expect(page.locator(".seat .lay").first).to_be_visible()
    assert page.evaluate(NOTHING_SCROLLS)
    if page.locator("[data-key=check]").count():
        page.locator("[data-key=check]").click()
        page.locator("[data-key=right]").click()
        expect(page.locator(".sheet")).to_have_count(0)
    # The page shows either the result or a refusal.
    expect(page.locator(".preview, .refused")).to_have_count(1)
    assert page.locator(".seat .lay i").count() >= 8
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
@pytest.mark.parametrize("locale", [pytest.param("en", marks=pytest.mark.long), "ja"])
def test_large_text_and_small_phones_lose_nothing(browser, server, host, locale):
    phone = Handset(browser, server.url, locale=locale)
    phone.page.set_viewport_size({"width": 320, "height": 640})
    learn = ("/learn", "/learn/otoroku", "/learn/otoroku/lay", "/learn/otoroku/drill", "/glossary")
    for path in ("/#table", "/#hands", "/#history", "/#evening", "/more", "/join", "/settings", *learn):
        page = phone.go(path)
        page.wait_for_load_state()
        # Measure only after the page has loaded its parts.
        if "#" in path:
            expect(page.locator("#main > :not(.busy, [hidden])").first).to_be_visible()
        if path.endswith("drill"):
            expect(page.locator(".question")).to_be_visible()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= 321, path
    assert phone.errors == []
    phone.context.close()
