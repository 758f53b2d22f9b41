"""Several phones and a television: seats, roles, lost connections."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hands import HANDS
from tests.support.phone_browser import NOTE_TIMES, SEND_ANSWERS, Handset, close_sheet_before_leaving, open_hand
from tests.support.server import PIN, TableServer
from web.system.network import own_address

NAMES = ("Aki", "Emi", "健")
SET_ASLEEP = """(asleep) => {
    Object.defineProperty(document, "hidden", { value: asleep, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
BOOK_ROUND = """async (answers) => {
    const { postChange } = await import("/static/js/core/api.js");
    await postChange("/api/rounds", { answers });
}"""
SMALLEST_TEXT_PX = """Math.min(...[...document.querySelectorAll(".worth .reason .first")].map(
    (one) => parseFloat(getComputedStyle(one).fontSize)))"""
CUT_TEXTS = """[...document.querySelectorAll(".seat, .settled")].filter((one) => one.scrollHeight > one.clientHeight)
    .map((one) => one.textContent)"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("joining"), source="none").start(ready=False)
    yield running
    running.stop()


class Table:
    """The phones at one table, new for each test. The host has begun an evening of three."""

    def __init__(self, browser: Browser, server: TableServer) -> None:
        self.browser, self.server, self.phones = browser, server, []
        self.host = self.open_phone()
        self.host.begin(server, NAMES)

    def open_phone(self, **more: str) -> Handset:
        found = Handset(self.browser, self.server.url, **more)
        self.phones.append(found)
        return found

    def seat_phone(self, name: str, phone: Handset | None = None, **more: str) -> Handset:
        """A phone that has taken a seat by name, a new one unless given."""
        found = phone or self.open_phone(**more)
        page = found.go("/join")
        if page.locator(f'.names button[value="{name}"]').count():
            page.click(f'.names button[value="{name}"]')
        else:
            page.fill("#name", name)
            page.press("#name", "Enter")
        if page.locator("button[name=take]").count():
            page.click("button[name=take]")
        expect(page.locator(".seat")).to_have_count(3)
        return found

    def close(self) -> None:
        # All phones leave their seats, so that the next test finds every name free.
        asked, url = self.host.context.request, self.server.url
        for one in asked.get(f"{url}/api/phones").json()["phones"]:
            if not one["me"]:
                assert asked.delete(f"{url}/api/phones/{one['phone']}", headers={"Origin": url}).ok
        for phone in self.phones:
            assert phone.errors == []
            phone.context.close()


@pytest.fixture
def table(browser: Browser, server: TableServer) -> Iterator[Table]:
    """A new evening with its host. No phone may report an error."""
    opened = Table(browser, server)
    yield opened
    opened.close()


def offer_host_role(page: Page, name: str) -> None:
    """Offer the role of host to the phone with this name."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/settings")
    row = page.locator(".phones li", has_text=name)
    row.locator("summary").click()
    row.locator("input[name=pin]").fill(PIN)
    row.get_by_role("button", name="Offer it").click()
    expect(page.locator(".done")).to_be_visible()


def test_from_the_code_to_the_seat_in_two_taps_and_one_name_a_phone(table):
    phone = table.open_phone(locale="ja")
    # The code leads to this page. The first tap opened the code, the second chooses the name.
    page = phone.go("/join")
    page.get_by_role("button", name="Emi", exact=True).tap()
    expect(page.locator(".seat.me bdi")).to_have_text("Emi")
    # Another phone is asked whether it wants the name, and the first one, which is in use, whether it gives it.
    other = table.open_phone().go("/join")
    expect(other.locator('button[value="Emi"] small')).to_have_text("on another phone")
    other.get_by_role("button", name="Emi").tap()
    expect(other.locator("[role=alert]")).to_contain_text("on another phone")
    other.get_by_role("button", name="Yes, that is me").tap()
    expect(other.locator("[role=status]").first).to_contain_text("are asked now")
    other.get_by_role("link", name="Back to the table").first.tap()
    expect(table.host.page.locator(".sheet")).to_contain_text("Another phone asks to be Emi")
    page.get_by_role("button", name="名前を渡す").tap()
    expect(other.locator(".seat.me bdi")).to_have_text("Emi")
    expect(table.host.page.locator(".sheet")).to_have_count(0)
    phone.wait_for_message("名前は外れました")
    expect(page.locator(".seat.me")).to_have_count(0)
    expect(page.locator(".bar a")).to_have_attribute("href", "/join")
    # So may whoever comes while cards are shown already.
    table.host.page.evaluate(SEND_ANSWERS, {"hands.0": ["h08-1"]})
    expect(page.locator(".seat .lay")).to_have_count(1)
    expect(page.locator(".bar a")).to_have_attribute("href", "/join")


@pytest.mark.long
def test_a_player_tells_his_own_cards_and_a_guest_none(table):
    emi, oma = table.seat_phone("Emi"), table.seat_phone("Oma Lene")
    oma.go("/#hands")
    page = emi.go("/#hands")
    expect(page.locator(".seat .over")).to_have_count(1)
    expect(page.locator(".bar")).to_contain_text("my hand")  # there is no next one for a player
    sheet = open_hand(page, "hands.1")
    page.tap('.sheet .face:has(img[src="/art/h08-1.svg"])')
    expect(sheet.locator("[data-key=next]")).to_have_count(0)
    page.tap(".sheet-foot button")
    expect(oma.page.locator(".seat .lay i")).to_have_count(1)
    expect(oma.page.get_by_role("img", name="susuki moon, bright").first).to_be_visible()
    expect(page.locator(".sheet")).to_have_count(0)
    # With cards before them, three still sit in a ring, each where they sat.
    expect(page.locator(".seat .lay")).to_have_count(1)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert "listed" not in (page.locator(".cloth").get_attribute("class") or "")
    expect(open_hand(oma.page, "hands.1").locator(".grid, button.thumb")).to_have_count(0)
    # A screen reader says the name of the card.
    open_hand(page, "hands.1").locator(".thumb").tap()
    expect(page.locator(".sheet .now img")).to_have_attribute("alt", "susuki moon, bright")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(1)
    close_sheet_before_leaving(page)

    # The host confirms the round: whoever was entering cards sees what it did.
    table.host.page.evaluate(BOOK_ROUND, {f"hands.{seat}": hand for seat, hand in enumerate(HANDS[:3])})
    expect(page.locator(".side .panel").first).to_contain_text("Round 1")
    assert page.evaluate("location.hash") == "#table"


@pytest.mark.long
def test_the_role_of_host_goes_round_and_comes_back(table):
    aki, host = table.seat_phone("Aki", locale="ja"), table.host.page
    offer_host_role(host, "Aki")
    aki.page.get_by_role("button", name="引き受ける").tap()
    aki.wait_for_message("世話役になりました")
    expect(aki.page.locator(".bar button.primary")).to_be_visible()
    # There are two hosts now. Closing needs the PIN, which the second one does not know.
    aki.go("/more").locator(".ending summary").tap()
    expect(aki.page.locator(".ending input[name=pin]")).to_be_visible()
    aki.go("/")
    host.reload()
    row = host.locator(".phones li", has_text="Aki")
    expect(row).to_contain_text("host")
    row.get_by_role("button", name="Remove as host").click()
    aki.wait_for_message("世話役ではなくなりました")
    expect(aki.page.locator(".bar button.primary")).to_have_count(0)
    # Other pages update what their phone may do, but never while somebody types.
    more = aki.go("/more")
    offer_host_role(host, "Aki")
    expect(more.locator("button[name=take]")).to_be_visible()
    more.locator(".ending summary").tap()
    more.locator("form.pin input[name=pin]").fill("12")
    host.locator(".phones li", has_text="Aki").get_by_role("button", name="Send away").click()
    expect(more.locator("#news")).to_be_visible()
    more.locator("#news a").tap()
    expect(more.locator("button[name=take], .me")).to_have_count(0)
    expect(aki.go("/").locator(".bar a")).to_have_attribute("href", "/join")


@pytest.mark.long
def test_the_phones_in_the_settings_follow_the_news(table):
    host = table.host.go("/settings")
    emi = table.seat_phone("Emi")
    row = host.locator(".phones li", has_text="Emi")
    expect(row).to_have_count(1)
    # The list stays while somebody is about to offer the role, and is updated afterwards.
    row.locator("summary").click()
    emi.go("/join").get_by_role("button", name="Aki", exact=True).tap()
    expect(emi.page.locator(".seat.me bdi")).to_have_text("Aki")
    expect(row).to_have_count(1)
    row.locator("summary").click()
    host.locator("h2").click()
    expect(host.locator(".phones li", has_text="Aki")).to_have_count(1)
    expect(row).to_have_count(0)


@pytest.mark.long
def test_the_pin_is_changed_and_the_other_host_needs_the_new_one(table):
    second, host = table.open_phone(), table.host.page
    second.sign_in()
    table.host.go("/settings")
    for field, value in (("pin", PIN), ("new", "481516"), ("again", "481516")):
        host.locator(f"form[action='/settings/pin'] input[name={field}]").fill(value)
    with host.expect_navigation():
        host.get_by_role("button", name="Change the PIN").click()
    expect(host.locator(".done")).to_be_visible()
    assert second.go("/start").url.endswith("/host?next=/start")
    expect(second.page.locator("form.pin")).to_be_visible()
    for field, value in (("pin", "481516"), ("new", PIN), ("again", PIN)):
        host.locator(f"form[action='/settings/pin'] input[name={field}]").fill(value)
    with host.expect_navigation():
        host.get_by_role("button", name="Change the PIN").click()
    expect(host.locator(".done")).to_be_visible()


@pytest.mark.long
def test_a_phone_asleep_comes_back_to_the_newest_state(table):
    emi = table.open_phone()
    emi.page.clock.install()
    emi = table.seat_phone("Emi", emi)
    emi.page.evaluate(SET_ASLEEP, arg=True)
    table.host.go("/more").locator(".ending summary").click()
    if (
        asked := table.host.page.locator(".ending input[name=pin]")
    ).count():  # the PIN is asked again after some minutes
        asked.fill(PIN)
    table.host.page.get_by_role("button", name="Yes, end the evening").click()
    expect(table.host.page.locator(".ending")).to_have_count(0)
    emi.page.clock.fast_forward(60_000)
    # A hidden page is not called stale.
    expect(emi.page.locator("#banner.stale")).to_have_count(0)
    expect(emi.page.locator(".seat")).to_have_count(3)
    emi.page.evaluate(SET_ASLEEP, arg=False)
    expect(emi.page.locator("body:not(.old)")).to_have_count(1)
    assert emi.page.evaluate(
        "fetch('/api/session').then((answer) => answer.json()).then(({evening}) => evening.closed)"
    )


def test_a_lost_connection_says_how_old_the_page_is_and_heals(table, server):
    emi, tv = table.seat_phone("Emi"), table.open_phone(locale="ja")
    screen = tv.go("/tv")
    expect(screen.locator(".seat")).to_have_count(3)
    emi.page.evaluate(NOTE_TIMES)
    server.kill()
    died = time.time()
    expect(emi.page.locator("#banner.stale")).to_contain_text("Connection lost")
    assert emi.seconds_until_stale(died) < 15  # 5 on an idle machine
    expect(emi.page.locator("#banner [aria-hidden]")).to_contain_text("s old")
    expect(screen.locator("#banner")).to_contain_text("秒前のものです")
    expect(screen.locator("#banner .second")).to_contain_text("s old")
    server.start(ready=False)
    expect(emi.page.locator("#banner.stale")).to_have_count(0)
    expect(screen.locator("body.old")).to_have_count(0)
    # The seat of the phone is still known.
    expect(emi.page.locator(".seat.me bdi")).to_have_text("Emi")


@pytest.mark.long
def test_a_phone_for_which_there_is_no_room_sees_the_table_all_the_same(table):
    late = table.open_phone()
    late.page.route("**/api/live", lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, body="{}"))
    page = late.go("/")
    expect(page.locator(".seat")).to_have_count(3)
    # Without a stream, the page fetches the state again and again.
    for _ in range(3):
        with page.expect_response("**/api/session"):
            pass
    expect(page.locator("#banner.stale")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param((1920, 1080), marks=pytest.mark.long), (1280, 720)])
def test_the_big_screen_shows_everything_at_once(table, size):
    hands = {"hands.0": ["h10-1", "h03-1"], "hands.1": ["h10-2", "h03-2"], "hands.2": ["h09-1", "h09-2"]}
    table.host.page.evaluate(BOOK_ROUND, hands)
    tv = table.open_phone()
    tv.page.set_viewport_size({"width": size[0], "height": size[1]})
    for query, languages in (("", 2), ("?lang=ja", 1), ("?lang=en", 1)):
        page = tv.go(f"/tv{query}")
        expect(page.locator(".seat")).to_have_count(3)
        assert page.locator(".game > span").count() == languages
        assert page.locator("button, a, input").count() == 0
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
            size
        )
        # Names are legible from three metres: letters above a twenty-fifth of the screen's height.
        assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.name')).fontSize)") > size[1] / 25
        expect(page.locator("img.code")).to_be_in_viewport(ratio=1)
        # Each hand's value and reason stand at its seat, in letters above a fortieth of the screen's height.
        expect(page.locator(".seat .worth .reason")).to_have_count(3)
        expect(page.locator(".settled .pays li").last).to_be_in_viewport(ratio=1)
        # A television has no taps, so it explains native words in the first round that shows them.
        expect(page.locator(".words li", has_text="ブタ")).to_contain_text(
            "上限を超えた手" if "lang=en" not in query else "above its limit"
        )
        assert page.evaluate(SMALLEST_TEXT_PX) > size[1] / 40
        assert page.evaluate(CUT_TEXTS) == []
    table.host.page.evaluate(BOOK_ROUND, hands)
    expect(page.locator(".settled h2")).to_contain_text("Round 2")
    expect(page.locator(".words li", has_text="ブタ")).to_have_count(0)


def test_a_latecomer_asks_for_a_seat_and_the_host_gives_it_by_one_tap(table):
    host, frida = table.host.page, table.open_phone()
    table.host.go("/#history")
    page = frida.go("/join")
    page.fill("#name", "Frida")
    page.get_by_role("button", name="Join").tap()
    page.get_by_role("button", name="Ask for a seat").tap()
    expect(page.get_by_text("The host has been asked for a seat for you.")).to_be_visible()
    # Wherever the host is, it is said; on the table it is one tap.
    table.host.wait_for_message("Frida asks for a seat.")
    host.locator("#tabs").get_by_role("link", name="Table").click()
    expect(host.get_by_text("Frida asks for a seat.").first).to_be_visible()
    host.get_by_role("button", name="Seat Frida").click()
    expect(page.locator(".seat.me bdi")).to_have_text("Frida")
    expect(page.get_by_role("button", name="Enter my hand")).to_be_visible()
    expect(host.locator("[data-key='seat Frida']")).to_have_count(0)
