"""The table on screens of all sizes: a ring or a list, and nothing cut."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scorer.games import game, games
from tests.support.browser import NEEDS_BROWSER
from tests.support.gate import first_in_gate
from tests.support.hands import HANDS
from tests.support.journeys import simulate_round
from tests.support.page_checks import SMALL_TARGETS
from tests.support.phone_browser import SEND_ANSWERS, Handset, close_sheet_before_leaving, open_hand
from tests.support.server import PIN, TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

NAMES = ["Maximilian Oberhuber", "田中さくら子", "Konstantinos", "Lena-Sophie"]
SIZES = {(320, 640): False, (390, 844): True, (820, 1180): True, (844, 390): False, (1440, 900): True}
"""Screen size in pixels, and whether four people with long names fit in a ring there; else they are listed.

People with short names fit in a ring at 320 pixels, too.
"""
# Names that are cut, words that are broken, and seats that overlap each other or the rim.
FIND_FAULTS = """() => {
    const faults = [];
    for (const name of document.querySelectorAll(".cloth .name bdi")) {
        if (name.parentElement.scrollWidth > name.parentElement.clientWidth) faults.push(`cut: ${name.textContent}`);
        const text = name.firstChild;
        for (const word of text.data.matchAll(/[\\p{Script=Latin}]+/gu)) {
            const range = document.createRange();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1) faults.push(`broken: ${word[0]}`);
        }
    }
    const rim = document.querySelector(".cloth").getBoundingClientRect();
    const seats = [...document.querySelectorAll(".seat, .middle")].map((seat) => seat.getBoundingClientRect());
    seats.forEach((one, at) => {
        if (one.left < rim.left || one.right > rim.right || one.top < rim.top || one.bottom > rim.bottom)
            faults.push(`outside: ${at}`);
        for (const other of seats.slice(at + 1))
            if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)
                faults.push(`over each other: ${at}`);
    });
    if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
    return faults;
}"""
# Numbers of the settlement that stand below the words they belong to.
DETACHED_NUMBERS = """() => [...document.querySelectorAll(".settled :is(dt, dd)")].filter((line) => {
    const number = line.querySelector(":scope > b, :scope > .net");
    return number && number.getBoundingClientRect().top >= line.firstChild.getBoundingClientRect().bottom;
}).map((line) => line.textContent)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("sizes"), "none").start(ready=False)
    yield running
    assert running.stop() == 0


@pytest.fixture
def host(browser: Browser, server: TableServer) -> Iterator[Handset]:
    """The phone of a host with a new evening."""
    phone = Handset(browser, server.url)
    phone.begin(server, NAMES)
    yield phone
    assert phone.errors == []
    phone.context.close()


# Of the grid of forty-eight cards two months stand in a row, which on the smallest phone is 38 pixels a card.
SMALL_TARGETS_BUT_CARDS = f"(root) => ({SMALL_TARGETS})(root).filter((one) => !one.startsWith('<button class=\"face'))"
# The field between two buttons of a number is as wide as two digits.
SMALL_TARGETS_IN_SHEETS = f"(root) => ({SMALL_TARGETS_BUT_CARDS})(root).filter((one) => !one.startsWith('<input'))"
TAP_NEXT = """() => {
    const button = document.querySelector("dialog.hand [data-key=next]");
    button?.click();
    return button !== null;
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# While a round is on nothing scrolls, and every seat and button is seen whole.
ONE_SCREEN = """() => {
    const faults = [];
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push("the page scrolls");
    const cloth = document.querySelector(".cloth");
    if (cloth.scrollHeight > cloth.clientHeight + 1) faults.push("the cloth scrolls");
    for (const one of document.querySelectorAll("main button, main label, .seat")) {
        const box = one.getBoundingClientRect();
        if (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1 || box.top < -1)
            faults.push(`outside: ${one.className} ${one.textContent}`);
    }
    return faults;
}"""
SIZED = {
    "<button class='s30'>a button</button>": 1,
    "<button class='s44'>a button</button>": 0,
    "<p class='links'><a href='#' class='s30'>a button of its own</a></p>": 1,
    "<p>a sentence with <a href='#'>a link</a> in it</p>": 0,
    "<label class='s30'><input class='s30'></label>": 1,
    "<label class='s44'>a label <input class='s30'></label>": 0,
    "<details><summary class='s30'>more</summary></details>": 1,
    "<div role='button' class='s30'></div>": 1,
    "<p hidden><button class='s30'>hidden</button></p>": 0,
}
"""Markup, and how many things in it are too small for a thumb: `s30` and `s44` are as many pixels high and wide."""


def save_screenshot(page: Page, name: str) -> None:
    if folder := os.environ.get("FUDAYOMI_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.long
def test_everybody_sits_round_the_table_where_there_is_room(host: Handset) -> None:
    page = host.page
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(page.locator(".seat .lay")).to_have_count(len(NAMES))
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    for (width, height), is_ring in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        listed = page.locator(".cloth.listed")
        expect(listed).to_have_count(0 if is_ring else 1)
        assert page.evaluate(FIND_FAULTS) == [], (width, height)
        assert page.locator("body").evaluate(SMALL_TARGETS) == [], (width, height)
        save_screenshot(page, f"sizes-{width}")


@pytest.mark.long
def test_a_settlement_says_each_number_once_and_beside_its_words(host: Handset) -> None:
    page = host.page
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".preview").tap()
    lines = page.locator(".outcome-sheet dd:has(> b)")
    expect(lines.first).to_be_visible()
    assert page.evaluate(DETACHED_NUMBERS) == []
    assert page.locator("body").evaluate(SMALL_TARGETS) == []
    for line in lines.all():
        words, number = line.locator("span").first.inner_text(), line.locator("b").inner_text()
        assert not words.endswith(f": {number}"), words
    # Each line that names a card has its picture, two of one name included.
    pictures = page.locator(".outcome-sheet dd > .of img").evaluate_all(
        "all => all.map((one) => one.getAttribute('src'))"
    )
    assert pictures == [f"/art/{card}.svg" for hand in HANDS for card in hand]


@pytest.mark.long
def test_on_a_phone_on_its_side_the_table_keeps_the_height(host: Handset) -> None:
    """Bar and pages take a line of buttons, and every seat with its stones is seen above them."""
    page = host.page
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.locator(".cloth.listed")).to_have_count(1)
    tops = [page.locator(box).evaluate("(box) => box.getBoundingClientRect().top") for box in (".bar", "#tabs")]
    assert min(tops) >= 390 - 60
    seats = page.locator(".seat").evaluate_all("all => all.map((seat) => seat.getBoundingClientRect().bottom)")
    assert max(seats) <= min(tops)
    assert page.evaluate(FIND_FAULTS) == []
    page.get_by_role("button", name="Enter the hands").tap()
    expect(page.locator(".rim")).to_be_visible()
    assert page.locator(".bar").evaluate("(bar) => bar.getBoundingClientRect().top") >= 390 - 60
    assert page.locator(".bar").evaluate(SMALL_TARGETS) == []


def test_on_the_smallest_phone_the_bar_leaves_the_table_its_height(host: Handset, server: TableServer) -> None:
    page = host.page
    host.begin(server, ["健", "さくら子", "Martha", "Jonas"])
    page.set_viewport_size({"width": 320, "height": 640})
    bar = page.locator(".bar")

    def height() -> float:
        return float(bar.evaluate("(bar) => bar.getBoundingClientRect().height"))

    page.get_by_role("button", name="Enter the hands").tap()
    expect(bar.locator(".primary")).to_contain_text("Photograph さくら子")
    assert height() <= 90
    page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS)})
    expect(bar.locator("[data-key=book]")).to_have_text("Confirm +1")
    assert height() <= 90
    assert bar.evaluate(SMALL_TARGETS) == []


# Words that are broken without a hyphen.
BROKEN_WORDS = r"""(root) => {
    const broken = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        for (const part of walker.currentNode.data.matchAll(/[A-Za-z\u00ad]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, part.index);
            range.setEnd(walker.currentNode, part.index + part[0].length);
            const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
            if (lines.size > 1 && !part[0].includes("\u00ad")) broken.push(part[0]);
        }
    }
    return broken;
}"""


@pytest.mark.long
def test_no_word_is_broken_on_the_smallest_phone(host: Handset, server: TableServer) -> None:
    """Names of ten letters keep their seats, longer ones make the table a list; names of cards have their hyphens."""
    page = host.page
    page.set_viewport_size({"width": 320, "height": 640})
    for longest, is_ring in (("Maximilian", True), ("Bartholomäusson", False)):
        host.begin(server, ["Martha", "Jonas", longest, "Kenji"])
        expect(page.locator(".cloth.listed")).to_have_count(int(not is_ring))
        assert page.locator(".cloth").evaluate(BROKEN_WORDS) == []
        assert page.evaluate(FIND_FAULTS) == []
    host.go("/learn/cards?lang=en")
    assert page.locator("main").evaluate(BROKEN_WORDS) == []


@pytest.mark.long
def test_a_thumb_hits_everything_of_the_sheets_on_the_smallest_phone(host: Handset) -> None:
    page = host.page
    page.evaluate(SEND_ANSWERS, {"hands.0": HANDS[0]})
    page.set_viewport_size({"width": 320, "height": 640})
    host.go("/#hands")
    open_hand(page, "hands.1")
    assert page.locator("dialog").evaluate(SMALL_TARGETS_BUT_CARDS) == []
    close_sheet_before_leaving(page)
    open_hand(page, "hands.0").locator('[data-key="card hands.0 0"]').click()
    expect(page.locator("dialog .guess, dialog .now").first).to_be_visible()
    assert page.locator("dialog").last.evaluate(SMALL_TARGETS_BUT_CARDS) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(1)
    close_sheet_before_leaving(page)
    host.go("/enrol")
    page.get_by_label("Name of the deck").fill("Grandma's deck")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".grid button").first).to_be_visible()
    assert page.locator("body").evaluate(SMALL_TARGETS) == []
    page.locator(".grid button").first.click()
    expect(page.locator("dialog .tools .button")).to_be_in_viewport()


@pytest.mark.long
def test_what_is_too_small_for_a_thumb_is_found(host: Handset) -> None:
    page = host.page
    page.goto("about:blank")
    style = "* { box-sizing: border-box; padding: 0; } .s30, .s44 { display: inline-block; width: 90px }"
    for markup, count in SIZED.items():
        page.set_content(f"<style>{style} .s30 {{ height: 30px }} .s44 {{ height: 44px }}</style>{markup}")
        assert len(page.locator("body").evaluate(SMALL_TARGETS)) == count, markup


def open_game(host: Handset, server: TableServer, key: str, names: list[str]) -> str:
    """Open an evening of that game. Returns the host's cookie."""
    cookie = next(f"{one['name']}={one['value']}" for one in host.context.cookies())
    change(server, cookie, "/api/evening", game=key, players=names, pin=PIN)
    return cookie


def change(server: TableServer, cookie: str, path: str, **body: object) -> None:
    """Change the ledger as the host."""
    version = server.request("GET", "/api/session", None, cookie)[1]["version"]
    body |= {"version": version, "key": secrets.token_hex(8)}
    status, answer = server.request("POST", path, body, cookie)
    assert status == 200, answer


@pytest.mark.parametrize("key", first_in_gate(sorted(games(), key=lambda key: key != "oicho-kabu")))
def test_what_a_game_asks_fits_the_smallest_phone(key: str, host: Handset, server: TableServer) -> None:
    pairs = game(key).people_per_seat == 2
    names = ["健 & Martha", "さくら子 & Jonas"] if pairs else ["健", "さくら子", "Martha", "Jonas"]
    open_game(host, server, key, names[: game(key).seats[-1]])
    page = host.page
    page.set_viewport_size({"width": 320, "height": 640})
    host.go("/#hands")
    expect(page.locator(".rim")).to_be_visible()
    for width, height in ((320, 640), (390, 844), (844, 390), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(ONE_SCREEN) == [], (width, height)
        save_screenshot(page, f"round-{key}-{width}")
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.locator("main").evaluate(SMALL_TARGETS) == []
    # The way through everything that is asked, by the button under the thumb.
    page.locator('[data-key="by hand"]').tap()
    sheet = page.locator("dialog.hand")
    seen = set()
    while True:
        title = sheet.locator("h2").inner_text()
        assert title not in seen
        seen.add(title)
        assert sheet.evaluate(SMALL_TARGETS_IN_SHEETS) == [], title
        edges = sheet.locator("button, input").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().right)"
        )
        assert max(edges) <= 320
        if sheet.locator(".face:enabled").count():
            sheet.locator(".face:enabled").first.tap()
            expect(sheet.locator(".sheet-hand .thumb")).to_have_count(1)
        elif sheet.locator(".stepper").count():
            sheet.get_by_role("button", name="+1").first.tap()
        # What follows from an answer may take the button away at any moment.
        if not page.evaluate(TAP_NEXT):
            break
        expect(sheet.locator("h2")).not_to_have_text(title)
    assert len(seen) > 1


@pytest.mark.long
def test_the_big_screen_lists_winners_in_each_language(host: Handset, server: TableServer) -> None:
    cookie = open_game(host, server, "tokotoko", ["Aki", "Emi", "Ken", "Yuki"])
    entries = server.request("GET", "/evening.json", None, cookie)[1]["entries"]
    round_, table = simulate_round("tokotoko", entries, 7)
    asked = game("tokotoko").prompts(table)
    answers = {ask.path: ask.answer_in(round_) for ask in asked if ask.answer_in(round_) is not None}
    change(server, cookie, "/api/rounds", answers=answers)
    page = host.go("/tv?lang=ja+en")
    expect(page.locator(".deals")).to_contain_text("、")
    expect(page.locator(".deals")).to_contain_text(", ")


@pytest.mark.long
def test_two_people_do_things_in_the_plural(host: Handset, server: TableServer) -> None:
    page = host.page
    host.go("/start")
    page.locator("input[name=evening][value=new]").check()
    page.locator("input[name=game][value=etori]").check()
    expect(page.locator("#players.pairs input")).to_have_count(4)
    for twin in ("Martha", "Kenji"):
        for place, name in enumerate(("Martha", "Jonas", "Lena", twin)):
            page.locator("#players input").nth(place).fill(name)
        if page.locator("input[name=pin]").count():
            page.locator("input[name=pin]").fill("246810")
        page.locator(".bar button").tap()
        if twin == "Martha":
            # What is wrong stands beside the names, and the page has gone there.
            expect(page.locator(".refused")).to_be_in_viewport()
            expect(page.locator("#players input").last).to_be_in_viewport()
    expect(page.locator(".middle .deals")).to_have_text("Martha & Jonas deal")
