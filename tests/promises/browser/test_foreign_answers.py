"""No wait is without an end, and what answers in the table's place is named."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from scanner.imaging.decode import encode_jpeg
from tests.promises.browser.test_live_table import LiveTable
from tests.support.browser import NEEDS_BROWSER
from tests.support.gate import first_in_gate
from tests.support.table import NAMES, PIN, FakeScanner, Phone
from web.app import create_app
from web.config import Settings
from web.ledger.store import Store
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]
SIGN_IN_PAGE = "<!doctype html><title>Hotel Wi-Fi</title><form><input name=room></form>"
ANSWERS = {
    "a proxy": (
        lambda route: route.fulfill(status=502, content_type="text/html", body="<h1>Bad Gateway</h1>"),
        "status 502",
    ),
    "a Wi-Fi's page": (lambda route: route.fulfill(content_type="text/html", body=SIGN_IN_PAGE), "sign-in page"),
    "too large": (
        lambda route: route.fulfill(status=413, content_type="text/plain", body="Too Large"),
        "at most 16 MB",
    ),
    "too large for a proxy": (
        lambda route: route.fulfill(status=413, content_type="text/html", body="<h1>Request Entity Too Large</h1>"),
        "at most 16 MB",
    ),
    "nobody": (lambda route: route.abort(), "does not answer"),
}


@pytest.fixture
def table(store: Store, scanner: FakeScanner) -> Iterator[LiveTable]:
    app = create_app(store, scanner, Settings("webcam:0", 8000, frozenset()))
    Phone(app.test_client()).sign_in().open()
    table = LiveTable(app, scanner)
    yield table
    table.close()


@pytest.fixture
def page(browser: Browser, table: LiveTable) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 780}, locale="en")
    yield context.new_page()
    context.close()


def sign_in(page: Page, table: LiveTable, target: str = "/") -> None:
    """Become host, and wait until the script that sends the form has gone to the page it leads to."""
    page.goto(f"{table.url}/host?next={target}")
    page.fill("[name=pin]", PIN)
    page.click("form.pin button")
    page.wait_for_url(f"{table.url}{target}")


def hold(_route: Route) -> None:
    """What a shield does with a stream: nothing comes, and nothing ends."""


def test_a_stream_that_brings_nothing_is_replaced_by_asking(page: Page, table: LiveTable) -> None:
    page.route("**/api/live", hold)
    page.goto(table.url)
    expect(page.locator("#main")).to_contain_text(NAMES[0])
    expect(page.locator("#banner")).to_contain_text("Live updates do not come through")
    phone = Phone(table.app.test_client()).sign_in()
    phone.change("/api/rounds", answers=phone.answers())
    expect(page.locator("#main")).to_contain_text("Round 2")
    page.unroute("**/api/live")
    page.reload()
    expect(page.locator("#main")).to_contain_text("Round 2")
    expect(page.locator("#banner")).not_to_contain_text("Live updates")


def test_a_page_that_lacks_what_it_needs_says_why_and_goes_on(page: Page, table: LiveTable) -> None:
    page.route("**/api/games", ANSWERS["a Wi-Fi's page"][0])
    page.goto(table.url)
    expect(page.locator("#banner")).to_contain_text("sign-in page of a Wi-Fi")
    page.unroute("**/api/games")
    expect(page.locator("#main")).to_contain_text(NAMES[0])


def test_a_wifi_that_answers_for_the_table_is_named_in_the_banner(page: Page, table: LiveTable) -> None:
    page.goto(table.url)
    expect(page.locator("#main")).to_contain_text(NAMES[0])
    for path in ("**/api/live", "**/api/session"):
        page.route(path, ANSWERS["a Wi-Fi's page"][0])
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#banner")).to_contain_text("sign-in page of a Wi-Fi")


@pytest.mark.parametrize("who", first_in_gate(ANSWERS, 2))
def test_a_change_that_the_table_never_heard_of_says_so(page: Page, table: LiveTable, who: str) -> None:
    answer, says = ANSWERS[who]
    sign_in(page, table)
    page.goto(f"{table.url}/#history")
    expect(page.locator("#main")).to_contain_text("Rounds")
    page.route("**/api/redo", answer)
    page.evaluate("import('/static/js/core/api.js').then(({ postChange }) => postChange('/api/redo'))")
    expect(page.get_by_role("alertdialog")).to_contain_text(says)


@pytest.mark.parametrize("who", first_in_gate(["a proxy", "a Wi-Fi's page", "nobody"]))
def test_the_form_that_starts_an_evening_says_so(page: Page, table: LiveTable, who: str) -> None:
    answer, says = ANSWERS[who]
    sign_in(page, table, "/start")
    page.route("**/start", answer)
    page.locator("[name=game]:not(:checked)").first.check(force=True)
    expect(page.locator("#why")).to_contain_text(says)


@pytest.mark.parametrize("who", first_in_gate(ANSWERS))
def test_a_form_that_never_arrived_says_so_and_keeps_what_was_typed(page: Page, table: LiveTable, who: str) -> None:
    answer, says = ANSWERS[who]
    page.goto(f"{table.url}/host")
    page.route("**/host", answer)
    page.fill("[name=pin]", PIN)
    page.click("form.pin button")
    alert = page.locator("form.pin").get_by_role("alert")
    expect(alert).to_contain_text(says)
    expect(alert).to_be_focused()
    expect(page.locator("[name=pin]")).to_have_value(PIN)
    page.unroute("**/host")
    page.click("form.pin button")
    page.wait_for_url(f"{table.url}/")


@pytest.mark.parametrize("who", first_in_gate(ANSWERS))
def test_a_pin_that_never_arrived_is_said_in_its_sheet(page: Page, table: LiveTable, who: str) -> None:
    answer, says = ANSWERS[who]
    page.goto(table.url)
    page.route("**/api/host", answer)
    page.evaluate("import('/static/js/core/host-sheet.js').then(({ openHostSheet }) => openHostSheet())")
    page.fill("dialog input", PIN)
    page.click("dialog button.primary")
    expect(page.locator("dialog [role=alert]")).to_contain_text(says)


def test_a_browser_without_cookies_hears_it(browser: Browser, table: LiveTable) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()

    def forget(route: Route) -> None:
        context.clear_cookies()
        route.continue_()

    page.route("**/api/me", forget)
    page.goto(table.url)
    page.evaluate("import('/static/js/core/host-sheet.js').then(({ openHostSheet }) => openHostSheet())")
    page.fill("dialog input", PIN)
    page.click("dialog button.primary")
    expect(page.locator("dialog [role=alert]")).to_contain_text("keeps no cookies")
    context.close()


def test_a_file_that_is_too_large_is_said_before_it_is_sent(page: Page, table: LiveTable, tmp_path) -> None:
    sign_in(page, table, "/files")
    large = tmp_path / "evening.json"
    large.write_bytes(bytes(17 * 1024 * 1024))
    form = page.locator("form:has(input[type=file])").first
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    form.locator("input[type=file]").set_input_files(large)
    form.evaluate(
        "(form) => form.requestSubmit ? form.dispatchEvent(new Event('submit', {bubbles: true, cancelable: true})) : 0"
    )
    expect(form.get_by_role("alert")).to_contain_text("at most 16 MB")


def test_a_large_photograph_is_made_smaller_before_it_is_sent(page: Page, table: LiveTable, tmp_path) -> None:
    rng = np.random.default_rng(1)
    pixels = rng.integers(0, 256, (1500, 2000, 3), dtype=np.uint8).repeat(3, axis=0).repeat(3, axis=1)
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(encode_jpeg(pixels, 95) + bytes(17 * 1024 * 1024))  # the film beside a picture
    page.goto(table.url)
    expect(page.locator("#main")).to_contain_text(NAMES[0])
    page.evaluate(
        """document.body.append(Object.assign(document.createElement("input"), {type: "file", id: "photo"}))"""
    )
    page.locator("#photo").set_input_files(photo)
    size, width, height = page.evaluate(
        """async () => {
            const { shrinkPhoto } = await import("/static/js/core/photo-size.js");
            const blob = await shrinkPhoto(document.getElementById("photo").files[0]);
            const picture = await createImageBitmap(blob);
            return [blob.size, picture.width, picture.height];
        }"""
    )
    assert size < 16 * 1024 * 1024
    assert 15.5e6 < width * height <= 16.1e6
    assert abs(width / height - 4 / 3) < 0.01
