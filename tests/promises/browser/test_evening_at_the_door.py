"""A host's first evening: PIN, pairs, a kill in mid-round, reopening."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import Handset, open_hand
from tests.support.server import PIN, TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("door"), source="none").start(ready=False)
    yield running
    running.stop()


def send_pin_until_accepted(page: Page) -> None:
    """Send the PIN until the table accepts it. After a wrong PIN it refuses every attempt for a second."""
    while True:
        with page.expect_response("**/api/host") as answer:
            page.locator(".sheet button.primary").tap()
        if answer.value.ok:
            return
        page.wait_for_timeout(200)


def test_from_the_first_page_to_an_evening_that_is_ended_and_goes_on(browser: Browser, server: TableServer) -> None:  # noqa: PLR0915  one evening, from its beginning
    phone = Handset(browser, server.url)
    page = phone.go("/")
    # The first button leads to a seat. The host is asked for the PIN on the same page.
    expect(page.locator(".welcome a.primary")).to_have_attribute("href", "/join")
    page.get_by_role("link", name="I am the host").tap()
    page.locator(".sheet input").fill("000000")
    page.locator(".sheet button.primary").tap()
    expect(page.locator(".sheet .refused")).to_contain_text("not the PIN")
    # The back button closes the sheet and stays on the page.
    page.go_back()
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator(".welcome")).to_be_visible()
    page.get_by_role("link", name="I am the host").tap()
    page.locator(".sheet input").fill(PIN)
    send_pin_until_accepted(page)
    page.get_by_role("link", name="Start the evening").tap()
    # Kakeya is played in pairs. Names stay while the form changes, and none appears in the address.
    page.locator("input[name=game][value=kakeya]").check()
    expect(page.locator("#players.pairs input")).to_have_count(4)
    for place, name in enumerate(("Martha", "Jonas", "Lena", "Kenji")):
        page.locator("#players input").nth(place).fill(name)
    assert "?" not in page.url
    page.locator(".bar button").tap()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator(".seat", has_text="Jonas")).to_contain_text("with Martha")
    # The sheet for aces offers the four aces. The other pair's answer follows: 16 less 9.
    page.locator(".bar .primary").tap()
    sheet = open_hand(page, "captured.0")
    sheet.get_by_label("How many picture cards").fill("9")
    sheet.get_by_label("How many picture cards").press("Enter")
    sheet.locator("[data-key='tab aces.0']").tap()
    expect(page.locator(".sheet .face")).to_have_count(4)
    page.locator(".sheet .face").first.tap()
    page.get_by_role("button", name="Done").tap()
    other = page.locator(".seat", has=page.locator('[data-key="to captured.1"]'))
    expect(other.locator(".chip")).to_have_text("How many picture cards: 7")
    expect(page.locator("[data-key=book]")).to_be_enabled()
    # The server is killed in mid-round. After its restart all answers are still there.
    server.kill()
    server.start(ready=False)
    phone.go("/#hands")
    expect(other.locator(".chip")).to_have_text("How many picture cards: 7")
    page.locator("[data-key=book]").tap()
    page.wait_for_url("**/#table")
    # One question ends the evening, one tap reopens it, and the list of evenings has it.
    phone.go("/more").locator(".ending summary").tap()
    if page.locator(".ending input[name=pin]").count():
        page.locator(".ending input[name=pin]").fill(PIN)
    page.get_by_role("button", name="Yes, end the evening").tap()
    page.get_by_role("button", name="Reopen the evening").tap()
    expect(page.get_by_role("button", name="Reopen the evening")).to_have_count(0)
    page = phone.go("/evenings")
    expect(page.locator(".evening")).to_have_count(1)
    page.locator(".evening h3 a").tap()
    expect(page.locator(".rows .hand-fan img").first).to_be_visible()
    phone.go("/players")
    expect(page.locator(".person")).to_have_count(4)
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
def test_names_typed_while_another_games_form_is_on_its_way_are_kept(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    phone.sign_in()
    page = phone.go("/start")
    expect(page.locator("#players input")).to_have_count(4)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/start", hold, times=1)
    with page.expect_request("**/start"):
        page.locator("input[name=game][value=kakeya]").check()
    names = ("Martha", "Jonas", "Lena", "Kenji")
    for place, name in enumerate(names):
        page.locator("#players input").nth(place).fill(name)
    held[0].continue_()
    expect(page.locator("#players.pairs input")).to_have_count(4)
    # In seat order: the first and the third are partners.
    for place, name in enumerate(("Martha", "Lena", "Jonas", "Kenji")):
        expect(page.locator("#players input").nth(place)).to_have_value(name)
    phone.context.close()


@pytest.mark.long
def test_a_game_chosen_before_the_script_has_come_is_drawn_with_it(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    phone.sign_in()
    page = phone.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/start-form.js*", hold, times=1)
    with page.expect_request("**/start-form.js*"):
        page.goto(f"{server.url}/start", wait_until="commit")
    page.locator("input[name=game][value=kakeya]").check()
    held[0].continue_()
    expect(page.locator("#players.pairs input")).to_have_count(4)
    phone.context.close()


def test_kakeya_asks_for_nothing_more_once_the_round_can_be_confirmed(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    phone.begin(server, ["Martha", "Jonas", "Lena", "Kenji"])
    page = phone.go("/start?evening=same&game=kakeya")
    page.locator(".bar button").tap()
    expect(page.locator(".seat")).to_have_count(4)
    page.get_by_role("button", name="Enter the hands").tap()
    sheet = open_hand(page, "captured.0")
    sheet.get_by_label("How many picture cards").fill("9")
    sheet.get_by_label("How many picture cards").press("Enter")
    sheet.locator("[data-key='tab aces.0']").tap()
    page.locator(".sheet .face").first.tap()
    page.get_by_role("button", name="Done").tap()
    expect(page.locator("[data-key=book]")).to_be_enabled()
    # The cards behind the number may still be entered, but nothing leads there any more.
    assert page.locator(".bar").get_by_text("Next:").count() == 0
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] < 160
    assert phone.errors == []
    phone.context.close()
