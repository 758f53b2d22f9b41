"""A phone at the live table: hands fill in, and are corrected."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from scanner.reads import Alternative, CardRead, HiddenCard, PictureRead
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import Photograph, SceneSpec, photograph
from scanner.tracking.table_state import TableChange
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import close_sheet_before_leaving, open_hand, open_picture
from tests.support.table import HANDS, NAMES, PIN, FakeScanner
from web.app import create_app, run_watch_loop
from web.config import Settings
from web.ledger.store import Store
from web.system.network import own_address
from web.wsgi import build_server

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


class LiveTable:
    """The application in this process, with a scripted scanner and the loop that watches the table."""

    def __init__(self, app: Flask, scanner: FakeScanner) -> None:
        self.app, self.scanner = app, scanner
        self.waiter = build_server(app, own_address(), 0)
        self.stop = threading.Event()
        table = app.extensions["fudayomi"]
        self.threads = [
            threading.Thread(target=self.waiter.run, daemon=True),
            threading.Thread(target=run_watch_loop, args=(table, self.stop, 0.05), daemon=True),
        ]
        for thread in self.threads:
            thread.start()
        self.url = f"http://{own_address()}:{self.waiter.effective_port}"  # type: ignore[union-attr]

    def close(self) -> None:
        self.app.extensions["fudayomi"].hub.close()
        self.stop.set()
        self.waiter.close()
        for thread in self.threads:
            thread.join(60)


# How many cards of the enlarged picture have their middle on the screen.
CARDS_SEEN = """(photo) => {
    const edge = photo.getBoundingClientRect();
    const bottom = Math.min(edge.bottom, innerHeight);
    return [...photo.querySelectorAll(".outline")].filter((outline) => {
        const box = outline.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return x > edge.left && x < edge.right && y > Math.max(edge.top, 0) && y < bottom;
    }).length;
}"""


@pytest.fixture(scope="module")
def shot() -> Photograph:
    """A synthetic photograph of four hands."""
    order = SceneSpec(
        seed=5, piles=(*(tuple(hand) for hand in HANDS), ()), surface="green felt", width=1280, height=720
    )
    return photograph(order, DrawnFaces("hanafuda"))


def read_perfectly(shot: Photograph) -> PictureRead:
    """The reading of a synthetic photograph without any error, in the order of the hands."""
    cards = [
        CardRead(card["card"], 0.999, True, "up", tuple(tuple(corner) for corner in card["corners"]))
        for card in shot.truth["cards"]
    ]
    return PictureRead(1280, 720, "hanafuda", 1.0, tuple(cards))


@pytest.fixture
def live_table(store: Store, scanner: FakeScanner) -> Iterator[LiveTable]:
    """A table with a camera, served. A synthetic table would have no buttons for it."""
    table = LiveTable(create_app(store, scanner, Settings("webcam:0", 8000, frozenset())), scanner)
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, live_table: LiveTable, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A host's page with the hands of a new evening. It may cause no errors."""
    context = browser.new_context(
        viewport={"width": 360, "height": 780},
        has_touch=True,
        is_mobile=True,
        **getattr(request, "param", {"locale": "en"}),
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith(live_table.url) or wrong.append(asked.url))
    page.goto(f"{live_table.url}/health")
    page.evaluate(
        """async ([pin, players]) => {
            const send = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body),
                headers: { "Content-Type": "application/json" } });
            await send("/api/host", { pin });
            await send("/api/evening", { game: "otoroku", players, version: 0, key: "browser-key-1" });
        }""",
        [PIN, NAMES],
    )
    page.goto(f"{live_table.url}/#hands")
    expect(page.locator(".seat .over")).to_have_count(4)
    yield page
    assert wrong == []
    context.close()


def cards_of_hand(page: Page, seat: int) -> list[str]:
    """Codes of the cards before a seat on the cloth."""
    place = page.locator(".seat", has=page.locator(f'[data-key="to hands.{seat}"]'))
    codes = place.locator(".lay img").evaluate_all("all => all.map((img) => img.getAttribute('src'))")
    return [str(code).removeprefix("/art/").removesuffix(".svg") for code in codes]


def loaded_scripts(page: Page) -> set[str]:
    """File names of the scripts that the page has fetched."""
    names = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))")
    return {name for name in names if name.endswith(".js")}


LATER_SCRIPTS = {
    "card-sheets.js",
    "zone-editor.js",
    "history.js",
    "tally.js",
    "stone-chart.js",
    "round-correction.js",
}


def cards_by_seat(page: Page) -> dict[int, list[str]]:
    """Codes of the cards of each hand on the cloth."""
    return {seat: cards_of_hand(page, seat) for seat in range(len(NAMES))}


def expect_cards(page: Page, count: int) -> None:
    """So many cards lie on the cloth."""
    expect(page.locator(".seat .lay i")).to_have_count(count)


def use_tool(page: Page, role: Any, name: str) -> None:
    """Tap what lies behind the three dots."""
    page.locator("[data-key=tools]").click()
    page.get_by_role(role, name=name).click()


def tap_picture(page: Page, shot: Photograph, at: tuple[float, float]) -> None:
    """Tap the picture at a point in its pixels."""
    box = page.locator(".photo svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + at[0] * box["width"] / 1280, box["y"] + at[1] * box["height"] / 720)


def card_centre(card: CardRead) -> tuple[float, float]:
    x, y = (sum(corner[axis] for corner in card.corners) / 4 for axis in (0, 1))
    return x, y


def save_screenshot(page: Page, name: str) -> None:
    """Save a screenshot in the folder FUDAYOMI_SHOTS, if that is set."""
    if folder := os.environ.get("FUDAYOMI_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_hands_fill_by_themselves_and_are_corrected_in_two_taps(  # noqa: PLR0915  one evening, from its beginning
    page: Page, live_table: LiveTable, shot: Photograph
) -> None:
    read = read_perfectly(shot)
    use_tool(page, "switch", "Read automatically")
    expect(page.get_by_role("switch", name="Read automatically")).to_have_attribute("aria-checked", "true")
    close_sheet_before_leaving(page)

    # Three hands lie there and a hand moves over the table: cards are outlined, but not entered yet.
    live_table.scanner.show_still_table(
        replace(read, cards=read.cards[:6]),
        jpeg=shot.jpeg,
        still=False,
        changes=[TableChange(6, "appeared", "h07-1", 4.0)],
        covered={2},
    )
    open_picture(page)
    expect(page.locator(".rest")).to_contain_text("Something moves")
    expect(page.locator(".photo .outline")).to_have_count(6)
    expect(page.locator(".photo .outline.covered")).to_have_count(1)
    expect(page.locator(".changes li")).to_have_count(1)
    expect(page.locator("#news")).to_contain_text("new: ")
    expect(page.locator(".photo img[data-live]")).to_have_attribute("src", re.compile(r"live\.jpg"), timeout=30_000)
    expect_cards(page, 0)
    save_screenshot(page, "moving")
    close_sheet_before_leaving(page)

    # The last hand lies there, too. One card is doubtful, and one is a false detection.
    doubtful = replace(
        read.cards[0],
        card="h09-1",
        confidence=0.55,
        sure=False,
        alternatives=(Alternative("h10-1", 0.4), Alternative("h08-1", 0.02)),
        doubt="close_call",
    )
    beside = read.cards[7]
    ghost = replace(beside, card="h05-3", corners=move_corners(beside, 90, 0))
    whole = replace(read, cards=(doubtful, *read.cards[1:], ghost))
    live_table.scanner.show_still_table(whole, jpeg=shot.jpeg)
    expect_cards(page, 9)
    # The doubtful card lies askew, its seat says how many there are, and so does the button.
    expect(page.locator(".lay .unsure")).to_have_count(1)
    expect(page.locator(".seat .doubt")).to_have_count(1)
    assert page.locator("[data-key=book]").count() == 0
    save_screenshot(page, "filled")
    assert not loaded_scripts(page) & LATER_SCRIPTS
    open_picture(page)
    page.get_by_role("button", name="Larger").click()
    photo = page.locator(".photo.large")
    assert photo.evaluate(CARDS_SEEN) > 0
    photo.evaluate("photo => photo.scrollTo(90, 0)")
    page.evaluate("dispatchEvent(new Event('redraw'))")
    assert photo.evaluate("photo => photo.scrollLeft") == 90
    page.get_by_role("button", name="Smaller").click()
    page.locator(".outline.unsure").click()
    expect(page.locator(".sheet")).to_have_count(2)
    assert "card-sheets.js" in loaded_scripts(page)
    save_screenshot(page, "correcting")
    page.locator('.guess:has(img[src="/art/h10-1.svg"])').click()
    expect(page.locator(".sheet")).to_have_count(1)
    expect(page.locator(".lay .unsure")).to_have_count(0)
    tap_picture(page, shot, card_centre(ghost))
    page.get_by_role("button", name="Take away").click()
    expect_cards(page, 8)
    close_sheet_before_leaving(page)
    assert cards_by_seat(page) == dict(enumerate(HANDS))

    # The scanner repeats its reading. The host's corrections stay.
    again = replace(whole, cards=(*whole.cards[:3], shift_slightly(whole.cards[3]), *whole.cards[4:]))
    show_and_wait(page, live_table, again, shot)
    assert cards_by_seat(page) == dict(enumerate(HANDS))
    expect(page.locator("[data-key=book]")).to_be_enabled()
    save_screenshot(page, "corrected")
    page.locator("[data-key=book]").click()
    page.wait_for_url("**/#table")
    page.goto(f"{live_table.url}/#hands")
    show_and_wait(page, live_table, whole, shot)
    expect_cards(page, 0)  # the same cards are not entered for the next round


def show_and_wait(page: Page, live_table: LiveTable, read: PictureRead, shot: Photograph) -> None:
    """Show a reading on the live table, and wait until the page has it."""
    shown = """async (news) => {
        const { store } = await import("/static/js/core/store.js");
        const name = store.snapshot?.tabletop?.table?.name;
        return name && name !== news && name;
    }"""
    name = page.wait_for_function(shown, arg="").json_value()
    live_table.scanner.show_still_table(read, jpeg=shot.jpeg)
    page.wait_for_function(shown, arg=name)


def move_corners(card: CardRead, x: float, y: float) -> Any:
    return tuple((cx + x, cy + y) for cx, cy in card.corners)


def shift_slightly(card: CardRead) -> CardRead:
    return replace(card, corners=move_corners(card, 2, 2))


@pytest.mark.long
def test_a_card_that_was_missed_is_added_where_it_lies(
    page: Page, live_table: LiveTable, shot: Photograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = read_perfectly(shot)
    # The deck is an enrolled one, for which the page may offer to keep corrections.
    keep = {"wanted": None, "deck": "Winter", "kept": 0}
    monkeypatch.setattr(live_table.app.extensions["fudayomi"].corrections, "as_json", lambda: keep)
    missed = read.cards[5]
    live_table.scanner.show_still_table(replace(read, cards=(*read.cards[:5], *read.cards[6:])), jpeg=shot.jpeg)
    open_picture(page)
    expect(page.locator(".rest")).to_contain_text("still")
    expect_cards(page, 0)
    assert "corrections.js" not in loaded_scripts(page)
    close_sheet_before_leaving(page)
    use_tool(page, "button", "Read the table now")
    expect_cards(page, 7)
    close_sheet_before_leaving(page)
    open_picture(page)
    expect(page.locator(".keeping")).to_contain_text("Winter")
    tap_picture(page, shot, card_centre(missed))
    expect(page.locator(".sheet h2").last).to_contain_text("Ken")
    save_screenshot(page, "adding")
    # By keyboard: July, its second card, back to its first.
    for key in ("7", "ArrowRight", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect_cards(page, 8)
    assert cards_by_seat(page) == dict(enumerate(HANDS))
    expect(page.locator(".outline .given")).to_have_count(1)
    save_screenshot(page, "added")
    # A card is laid later. The new picture is used only when the host says so.
    more = replace(read.cards[1], card="h01-2", corners=move_corners(read.cards[1], 90, 0))
    live_table.scanner.show_still_table(replace(read, cards=(*read.cards, more)), jpeg=shot.jpeg)
    expect(page.locator(".since")).to_be_visible()
    page.get_by_role("button", name="Use the new picture").click()
    # It would replace a card entered by hand, so the page asks.
    page.get_by_role("button", name="Replace them").click()
    expect_cards(page, 9)


@pytest.mark.long
@pytest.mark.parametrize("page", [{"locale": "ja", "color_scheme": "dark"}], indirect=True)
def test_names_are_dragged_to_where_people_sit(page: Page, live_table: LiveTable, shot: Photograph) -> None:
    live_table.scanner.show_still_table(read_perfectly(shot), jpeg=shot.jpeg)
    open_picture(page)
    page.get_by_role("button", name="席の場所").click()
    zones = page.locator(".zone")
    expect(zones).to_have_count(5)
    assert "zone-editor.js" in loaded_scripts(page)
    before, board = zones.nth(1).bounding_box(), page.locator(".seating").bounding_box()
    assert before is not None
    assert board is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y + 10, steps=4)
    page.mouse.up()
    after = zones.nth(1).bounding_box()
    assert after is not None
    assert after["x"] - before["x"] == pytest.approx(-60, abs=2)
    zones.nth(2).focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    save_screenshot(page, "seats")
    # Tap targets stay large, however small the zone is.
    for _ in range(6):
        page.get_by_role("button", name="低く").click()
    small = (
        page.locator(".sheet")
        .last.locator("button")
        .evaluate_all("all => all.filter((one) => Math.min(one.offsetHeight, one.offsetWidth) < 44).length")
    )
    assert small == 0
    page.get_by_role("button", name="この場所にする").click()
    expect(page.locator(".sheet")).to_have_count(1)
    kept = page.evaluate("async () => (await (await fetch('/api/session')).json()).tabletop.zones")
    assert kept[1][0] == pytest.approx(0.865 - 60 / board["width"], abs=0.01)
    assert kept[2][0] == pytest.approx(0.6, abs=0.001) or kept[2][2] < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
def test_a_card_hidden_in_a_photographed_hand_is_asked_about(
    page: Page, live_table: LiveTable, shot: Photograph, tmp_path: Path
) -> None:
    read = read_perfectly(shot)
    over, under, none = read.cards[0], read.cards[1], read.cards[7]
    live_table.scanner.read_result = replace(
        read, cards=(over,), hidden=(HiddenCard(over.card, under.corners), HiddenCard(None, none.corners))
    )
    picture = tmp_path / "hand.jpg"
    picture.write_bytes(shot.jpeg)
    hand = open_hand(page, "hands.0")
    hand.locator("input[type=file]").set_input_files(str(picture))
    questions = hand.locator(".hidden-card")
    expect(questions).to_have_count(2)
    expect(questions.first).to_contain_text("One more card under")
    save_screenshot(page, "hidden")
    questions.nth(1).get_by_role("button", name="No card there").click()
    expect(questions).to_have_count(1)
    expect(hand.locator(".sheet-hand .thumb")).to_have_count(1)
    questions.get_by_role("button", name="Choose it").click()
    expect(page.locator("dialog")).to_have_count(2)
    page.locator(".sheet").last.locator(f'button:has(img[src="/art/{under.card}.svg"])').first.click()
    expect(questions).to_have_count(0)
    assert cards_of_hand(page, 0) == [over.card, under.card]
