"""Followed rounds on phones and television, and their replay."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.support.browser import NEEDS_BROWSER
from tests.support.fake_following import (
    FORBIDDEN_CARD,
    GUESSED_STAKE,
    UNEXPLAINED_CARD,
    BelievingDecoder,
    LaidTable,
)
from tests.support.hands import HANDS
from tests.support.phone_browser import close_sheet
from tests.support.table import NAMES, PIN, FakeScanner, Phone
from web.app import create_app, run_watch_loop
from web.config import Settings
from web.ledger.store import Store
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FITS_WIDTH = "() => document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture
def app(store: Store, scanner: FakeScanner, tmp_path: Path) -> Flask:
    """The application with a calibrated camera and a decoder that believes each rest."""
    marks = {"marks": {"cloth": "good"}, "cloth": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    store.set_setting("calibration", {"measured": marks, "source": "webcam:0", "seats": 4})
    return create_app(store, scanner, Settings("webcam:0", 8000, frozenset(), tmp_path), BelievingDecoder())


@pytest.fixture
def server(app: Flask) -> Iterator[str]:
    """The URL of the served application, whose loop follows the table."""
    server = make_server(own_address(), 0, app, threaded=True)
    stop = threading.Event()
    loop = threading.Thread(target=run_watch_loop, args=(app.extensions["fudayomi"], stop, 0.05))
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    loop.start()
    yield f"http://{own_address()}:{server.port}"
    app.extensions["fudayomi"].hub.close()
    stop.set()
    server.shutdown()
    loop.join()
    serving.join()
    server.server_close()


@pytest.fixture
def table(scanner: FakeScanner) -> LaidTable:
    """The table whose cards the test lays."""
    return LaidTable(scanner)


def save_screenshot(page: Page, name: str) -> None:
    """Save a screenshot in the folder FUDAYOMI_SHOTS, if that is set."""
    if folder := os.environ.get("FUDAYOMI_SHOTS"):
        page.wait_for_function("() => [...document.images].every((image) => image.complete)")
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def open_host_page(browser: Browser, server: str, **more: Any) -> tuple[Page, list[str]]:
    """The page of a signed-in host, and the list of its script errors."""
    page = browser.new_context(**{**PHONE, **more}).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(server)
    page.evaluate(
        "pin => fetch('/api/host', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({pin})})",
        PIN,
    )
    page.reload()
    return page, errors


def test_a_round_is_followed_to_the_host_s_yes_and_shown_again(  # noqa: PLR0915  one evening, from its beginning
    browser: Browser, server: str, host: Phone, table: LaidTable
) -> None:
    host.open()
    page, errors = open_host_page(browser, server)
    guest = browser.new_context(**{**PHONE, "viewport": {"width": 320, "height": 640}}, locale="ja-JP").new_page()
    guest.goto(server)
    screen = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    screen.goto(f"{server}/tv")
    expect(guest.locator(".seat")).to_have_count(len(NAMES))
    expect(guest.get_by_role("switch")).to_have_count(0)

    page.get_by_role("switch", name="Follow the play").tap()
    expect(page.locator(".bar")).to_contain_text("The camera follows")
    # The eye says how it is, and nobody is asked for hands.
    expect(page.locator(".eye.waiting")).to_contain_text("Waits for the deal")
    expect(page.get_by_role("button", name="Enter the hands")).to_have_count(0)
    page.locator(".eye").tap()
    page.get_by_role("switch", name="Hints for beginners").tap()
    close_sheet(page)
    table.lay(0, HANDS[0][0])
    table.lay(1, HANDS[1][0], sure=False)
    table.lay(2, FORBIDDEN_CARD)
    expect(page.locator(".follow-line")).to_contain_text("Ken lays the")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(guest.locator(".seat .lay")).to_have_count(3)
    expect(guest.locator(".lay .unsure")).to_have_count(1)
    expect(page.locator(".follow-line .fault")).to_contain_text("Nobody may lay that.")
    expect(guest.locator(".turn-line")).to_be_visible()
    expect(screen.locator(".seat .lay")).to_have_count(3)
    expect(screen.locator(".follow .move")).to_contain_text("Ken")
    for each in (page, guest):
        assert each.evaluate(FITS_WIDTH)
    save_screenshot(page, "follow-390-playing")
    save_screenshot(guest, "follow-320-playing-ja")
    save_screenshot(screen, "follow-tv-playing")

    page.get_by_role("button", name="Take that back").tap()
    expect(guest.locator(".seat .lay")).to_have_count(2)
    table.lay(None, UNEXPLAINED_CARD)
    expect(page.locator(".follow-line.astray")).to_contain_text("a card too many")
    expect(page.locator(".eye.lost")).to_be_visible()
    save_screenshot(page, "follow-390-lost")
    page.locator(".eye").tap()
    expect(page.get_by_role("button", name="Go on by hand")).to_be_visible()
    save_screenshot(page, "follow-390-lost-sheet")
    close_sheet(page)
    save_screenshot(screen, "follow-tv-lost")
    table.take(UNEXPLAINED_CARD, FORBIDDEN_CARD)
    expect(page.locator(".follow-line.astray")).to_have_count(0)

    # The finished round is proposed. The host answers for one unsure card, then confirms.
    table.lay(0, HANDS[0][1])
    table.lay(1, HANDS[1][1])
    table.lay(2, *HANDS[2])
    table.lay(3, *HANDS[3])
    expect(page.locator("[data-key=asks]")).to_be_visible()
    assert page.locator("[data-key=book]").count() == 0
    page.locator("[data-key=asks]").tap()
    expect(page.locator(".asked")).to_contain_text("Emi: Is this right?")
    save_screenshot(page, "follow-390-asked")
    page.locator("[data-key=asked]").tap()
    expect(page.locator(".asked")).to_have_count(0)
    close_sheet(page)
    expect(page.locator("[data-key=book]")).to_be_enabled()
    assert host.snapshot["version"] == 1
    page.locator("[data-key=book]").tap()
    expect(page.locator(".side .panel", has_text="Round 1")).to_be_visible()
    expect(page.locator(".bar")).to_contain_text("The camera follows")

    assert errors == []
    for each in (page, guest, screen):
        each.context.close()


@pytest.mark.long
def test_a_guess_is_marked_and_one_tap_says_that_it_is_right(
    browser: Browser, server: str, host: Phone, table: LaidTable
) -> None:
    host.open(options={"wager_by": "per_round"})
    page, errors = open_host_page(browser, server)
    guest = browser.new_context(**{**PHONE, "viewport": {"width": 320, "height": 640}}, locale="ja-JP").new_page()
    guest.goto(f"{server}/#hands")
    page.get_by_role("switch", name="Follow the play").tap()
    for seat in range(4):
        table.lay(seat, *HANDS[seat])
    page.locator("[data-key=asks]").tap()
    expect(page.locator(".asked")).to_contain_text(f"What was the stake? → {GUESSED_STAKE}")
    close_sheet(page)
    assert page.locator("[data-key=book]").count() == 0
    page.locator("[data-key='ask options.wager']").tap()
    asked = page.locator("[data-ask='options.wager']")
    expect(asked).to_contain_text("As it looks from the play. Is it right?")
    expect(asked.locator("input")).to_have_value(str(GUESSED_STAKE))
    expect(guest.locator(".middle .chip")).to_contain_text(str(GUESSED_STAKE))
    expect(guest.locator(".middle button.chip")).to_have_count(0)
    for each in (page, guest):
        assert each.evaluate(FITS_WIDTH)
    save_screenshot(page, "follow-390-guess")
    save_screenshot(guest, "follow-320-guess-ja")
    page.locator("[data-key='guess options.wager']").tap()
    expect(asked).not_to_contain_text("As it looks from the play")
    close_sheet(page)
    expect(page.locator("[data-key=book]")).to_be_enabled()
    assert errors == []
    for each in (page, guest):
        each.context.close()


def book_followed_round(host: Phone, app: Flask, table: LaidTable) -> None:
    """Book a followed round of two cards each, in which a forbidden card is laid and taken back."""
    host.open()
    host.send("/api/following", {"on": True})
    table.lay(0, HANDS[0][0])
    table.lay(1, HANDS[1][0])
    table.lay(2, FORBIDDEN_CARD)
    app.extensions["fudayomi"].following.poll()
    host.send("/api/following/back", {"count": 3})
    table.take(FORBIDDEN_CARD)
    table.lay(0, HANDS[0][1])
    table.lay(1, HANDS[1][1])
    for seat in (2, 3):
        table.lay(seat, *HANDS[seat])
    app.extensions["fudayomi"].following.poll()
    assert host.change("/api/rounds", answers=host.snapshot["draft"]["answers"]).status_code == 200


@pytest.mark.long
def test_a_followed_round_is_shown_again(
    browser: Browser, server: str, host: Phone, app: Flask, table: LaidTable
) -> None:
    book_followed_round(host, app, table)
    page, errors = open_host_page(browser, server)
    page.goto(f"{server}/#history")
    page.locator(".rounds summary").first.tap()
    page.get_by_role("button", name="Watch the round").tap()
    replay = page.locator(".replay")
    expect(replay.locator(".place").nth(1).locator("img")).to_have_count(1)
    expect(replay.locator(".said")).to_contain_text("Aki lays the")
    page.get_by_role("button", name="One step on").tap()
    page.get_by_role("button", name="One step on").tap()
    expect(replay.locator("img")).to_have_count(3)
    expect(replay.locator(".fault")).to_contain_text("Nobody may lay that.")
    save_screenshot(page, "follow-390-replay")
    page.locator(".replay .table").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    replay.locator("input").focus()
    page.keyboard.press("End")
    expect(replay.locator("img")).to_have_count(8)
    page.keyboard.press("Home")
    expect(replay.locator("img")).to_have_count(1)
    page.get_by_role("button", name="Play", exact=True).tap()
    expect(replay.locator("img")).to_have_count(3)
    page.get_by_role("button", name="Pause").tap()
    assert page.evaluate(FITS_WIDTH)
    assert errors == []
    page.context.close()


@pytest.mark.long
def test_a_round_of_a_past_evening_is_shown_again(
    browser: Browser, server: str, host: Phone, app: Flask, table: LaidTable
) -> None:
    book_followed_round(host, app, table)
    number = app.extensions["fudayomi"].service.evening_id
    assert host.change("/api/close").status_code == 200
    page, errors = open_host_page(browser, server)
    page.goto(f"{server}/evenings/{number}")
    page.get_by_role("button", name="Watch the round").tap()
    replay = page.locator(".replay")
    expect(replay.locator(".said")).to_contain_text("Aki lays the")
    page.get_by_role("button", name="One step on").tap()
    page.get_by_role("button", name="One step on").tap()
    expect(replay.locator(".fault")).to_contain_text("Nobody may lay that.")
    save_screenshot(page, "evening-390-replay")
    assert page.evaluate(FITS_WIDTH)
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("button", name="Watch the round")).to_be_focused()
    assert errors == []
    page.context.close()


@pytest.mark.long
def test_the_tap_says_what_is_missing_and_leads_there(browser: Browser, server: str, host: Phone, store: Store) -> None:
    host.open()
    store.set_setting("calibration", None)
    page, errors = open_host_page(browser, server)
    page.get_by_role("switch", name="Follow the play").tap()
    sheet = page.locator("dialog")
    expect(sheet).to_contain_text("The camera has not been set up")
    save_screenshot(page, "follow-390-missing")
    sheet.get_by_role("button", name="Say who sits where").tap()
    expect(page.locator(".seating")).to_be_visible()
    close_sheet(page)
    page.get_by_role("switch", name="Follow the play").tap()
    page.locator("dialog").get_by_role("link", name="Set up the camera").tap()
    page.wait_for_url("**/calibrate")
    assert not host.snapshot["following"]["on"]
    assert errors == []
    page.context.close()
