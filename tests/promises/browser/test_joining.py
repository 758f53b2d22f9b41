"""A host, two players, a guest and a television on the table's own network address: who sits where, who may do what,
and what each of them sees when the connection is gone."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import SEND, WATCH, Handset
from tests.support.server import PIN, Served
from web.system.network import own_address

NAMES = ("Aki", "Emi", "健")
SLEEP = """(asleep) => {
    Object.defineProperty(document, "hidden", { value: asleep, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
BOOK = """async (answers) => {
    const { postChange } = await import("/static/js/core/api.js");
    await postChange("/api/rounds", { answers });
}"""
LETTERS = """Math.min(...[...document.querySelectorAll(".worth .reason .first")].map(
    (one) => parseFloat(getComputedStyle(one).fontSize)))"""
OVER = """[...document.querySelectorAll(".seat, .settled")].filter((one) => one.scrollHeight > one.clientHeight)
    .map((one) => one.textContent)"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(tmp_path_factory.mktemp("joining"), source="none").start(ready=False)
    yield running
    running.stop()


class Table:
    """The phones round one table, fresh for every test; the host has the PIN and an evening of three is begun."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.browser, self.served, self.phones = browser, served, []
        self.host = self.phone()
        self.host.begin(served, NAMES)

    def phone(self, **more: str) -> Handset:
        found = Handset(self.browser, self.served.url, **more)
        self.phones.append(found)
        return found

    def sits(self, name: str, phone: Handset | None = None, **more: str) -> Handset:
        """A phone whose owner scans the code and taps a name."""
        found = phone or self.phone(**more)
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
        # Everybody gets up, so that the next test finds every name free, whichever it is.
        asked, url = self.host.context.request, self.served.url
        for one in asked.get(f"{url}/api/phones").json()["phones"]:
            if not one["me"]:
                assert asked.delete(f"{url}/api/phones/{one['phone']}", headers={"Origin": url}).ok
        for phone in self.phones:
            assert phone.wrong == []
            phone.context.close()


@pytest.fixture
def table(browser: Browser, served: Served) -> Iterator[Table]:
    laid = Table(browser, served)
    yield laid
    laid.close()


def offer(page: Page, name: str) -> None:
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/settings")
    row = page.locator(".phones li", has_text=name)
    row.locator("summary").click()
    row.locator("input[name=pin]").fill(PIN)
    row.get_by_role("button", name="Offer it").click()
    expect(page.locator(".done")).to_be_visible()


def test_from_the_code_to_the_seat_in_two_taps_and_one_name_a_phone(table):
    phone = table.phone(locale="ja")
    # The code leads here; the first tap is the camera's, the second the name.
    page = phone.go("/join")
    page.get_by_role("button", name="Emi", exact=True).tap()
    expect(page.locator(".seat.me bdi")).to_have_text("Emi")
    # Another phone is told, asked, and then has the name; the first one hears of it at once.
    other = table.phone().go("/join")
    expect(other.locator('button[value="Emi"] small')).to_have_text("on another phone")
    other.get_by_role("button", name="Emi").tap()
    expect(other.locator("[role=alert]")).to_contain_text("on another phone")
    other.get_by_role("button", name="Yes, that is me").tap()
    expect(other.locator(".seat.me bdi")).to_have_text("Emi")
    phone.hears("名前は外れました")
    expect(page.locator(".seat.me")).to_have_count(0)
    expect(page.locator(".bar a")).to_have_attribute("href", "/join")
    # So may whoever comes while cards are shown already.
    table.host.page.evaluate(SEND, {"hands.0": ["h08-1"]})
    expect(page.locator(".hand")).to_have_count(3)
    expect(page.locator(".bar a")).to_have_attribute("href", "/join")


def test_a_player_tells_his_own_cards_and_a_guest_none(table):
    emi, oma = table.sits("Emi"), table.sits("Oma Lene")
    oma.go("/#hands")
    page = emi.go("/#hands")
    expect(page.locator(".hand")).to_have_count(3)
    expect(page.locator(".add")).to_have_count(1)
    page.get_by_role("button", name="Add a card: Emi").tap()
    page.tap('.sheet .face:has(img[src="/art/h08-1.svg"])')
    page.tap(".sheet-foot button")
    expect(oma.page.locator(".thumb")).to_have_count(1)
    expect(oma.page.locator(".thumb")).to_contain_text("susuki, moon")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(oma.page.locator(".add, button.thumb")).to_have_count(0)
    # Everybody hears a card as it is said aloud.
    page.tap(".thumb")
    expect(page.locator(".sheet .now img")).to_have_attribute("alt", "susuki moon, bright")


def test_the_role_of_host_goes_round_and_comes_back(table):
    aki, host = table.sits("Aki", locale="ja"), table.host.page
    offer(host, "Aki")
    aki.page.get_by_role("button", name="引き受ける").tap()
    aki.hears("世話役になりました")
    expect(aki.page.locator(".bar button.primary")).to_be_visible()
    # Two hosts; closing is asked for with the PIN, which the second one does not know.
    aki.go("/more").locator(".ending summary").tap()
    expect(aki.page.locator(".ending input[name=pin]")).to_be_visible()
    aki.go("/")
    host.reload()
    row = host.locator(".phones li", has_text="Aki")
    expect(row).to_contain_text("host")
    row.get_by_role("button", name="Remove as host").click()
    aki.hears("世話役ではなくなりました")
    expect(aki.page.locator(".bar button.primary")).to_have_count(0)
    # The other pages say by themselves what one may do now, but nothing goes while somebody types.
    more = aki.go("/more")
    offer(host, "Aki")
    expect(more.locator("button[name=take]")).to_be_visible()
    more.locator(".ending summary").tap()
    more.locator("form.pin input[name=pin]").fill("12")
    host.locator(".phones li", has_text="Aki").get_by_role("button", name="Disconnect").click()
    expect(more.locator("#news")).to_be_visible()
    more.locator("#news a").tap()
    expect(more.locator("button[name=take], .me")).to_have_count(0)
    expect(aki.go("/").locator(".bar a")).to_have_attribute("href", "/join")


@pytest.mark.long
def test_the_phones_in_the_settings_follow_the_news(table):
    host = table.host.go("/settings")
    emi = table.sits("Emi")
    row = host.locator(".phones li", has_text="Emi")
    expect(row).to_have_count(1)
    # Nothing moves under somebody who is about to offer the role; afterwards it does.
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
    second, host = table.phone(), table.host.page
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


def test_a_phone_asleep_comes_back_to_the_newest_state(table):
    emi = table.phone()
    emi.page.clock.install()
    emi = table.sits("Emi", emi)
    emi.page.evaluate(SLEEP, arg=True)
    table.host.go("/more").locator(".ending summary").click()
    if (asked := table.host.page.locator(".ending input[name=pin]")).count():  # some minutes after the last time
        asked.fill(PIN)
    table.host.page.get_by_role("button", name="Yes, end the evening").click()
    expect(table.host.page.locator(".ending")).to_have_count(0)
    emi.page.clock.fast_forward(60_000)
    # Nothing is called old while nobody looks.
    expect(emi.page.locator("#banner.stale")).to_have_count(0)
    expect(emi.page.locator(".seat")).to_have_count(3)
    emi.page.evaluate(SLEEP, arg=False)
    expect(emi.page.locator("body:not(.old)")).to_have_count(1)
    assert emi.page.evaluate(
        "fetch('/api/session').then((answer) => answer.json()).then(({evening}) => evening.closed)"
    )


def test_a_lost_connection_says_how_old_the_page_is_and_heals(table, served):
    emi, tv = table.sits("Emi"), table.phone(locale="ja")
    screen = tv.go("/tv")
    expect(screen.locator(".seat")).to_have_count(3)
    emi.page.evaluate(WATCH)
    served.kill()
    died = time.time()
    expect(emi.page.locator("#banner.stale")).to_contain_text("Connection lost")
    assert emi.old_after(died) < 15  # five where nothing else runs
    expect(emi.page.locator("#banner [aria-hidden]")).to_contain_text("s old")
    expect(screen.locator("#banner")).to_contain_text("秒前のものです")
    expect(screen.locator("#banner .second")).to_contain_text("s old")
    served.start(ready=False)
    expect(emi.page.locator("#banner.stale")).to_have_count(0)
    expect(screen.locator("body.old")).to_have_count(0)
    # Who held which phone is known as before.
    expect(emi.page.locator(".seat.me bdi")).to_have_text("Emi")


@pytest.mark.long
def test_a_phone_for_which_there_is_no_room_sees_the_table_all_the_same(table):
    late = table.phone()
    late.page.route("**/api/live", lambda route: route.fulfill(status=503, headers={"Retry-After": "2"}, body="{}"))
    page = late.go("/")
    expect(page.locator(".seat")).to_have_count(3)
    # The state is fetched until there is room, so it is never old for longer than that takes.
    for _ in range(3):
        with page.expect_response("**/api/session"):
            pass
    expect(page.locator("#banner.stale")).to_have_count(0)


@pytest.mark.parametrize("size", [pytest.param((1920, 1080), marks=pytest.mark.long), (1280, 720)])
def test_the_big_screen_shows_everything_at_once(table, size):
    hands = {"hands.0": ["h10-1", "h03-1"], "hands.1": ["h10-2", "h03-2"], "hands.2": ["h09-1", "h09-2"]}
    table.host.page.evaluate(BOOK, hands)
    tv = table.phone()
    tv.page.set_viewport_size({"width": size[0], "height": size[1]})
    for query, languages in (("", 2), ("?lang=ja", 1), ("?lang=en", 1)):
        page = tv.go(f"/tv{query}")
        expect(page.locator(".seat")).to_have_count(3)
        assert page.locator(".game > span").count() == languages
        assert page.locator("button, a, input").count() == 0
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(
            size
        )
        # From three metres: a name is a twenty-fifth of the screen's height.
        assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.name')).fontSize)") > size[1] / 25
        expect(page.locator("img.code")).to_be_in_viewport(ratio=1)
        # What every hand is worth and why stands with its owner, in letters a fortieth of the screen's height.
        expect(page.locator(".seat .worth .reason")).to_have_count(3)
        expect(page.locator(".settled .pays li").last).to_be_in_viewport(ratio=1)
        # Nobody taps here: native words carry their meaning, in the round in which they are first shown.
        expect(page.locator(".words li", has_text="ブタ")).to_contain_text(
            "上限を超えた手" if "lang=en" not in query else "above its limit"
        )
        assert page.evaluate(LETTERS) > size[1] / 40
        assert page.evaluate(OVER) == []
    table.host.page.evaluate(BOOK, hands)
    expect(page.locator(".settled h2")).to_contain_text("Round 2")
    expect(page.locator(".words li", has_text="ブタ")).to_have_count(0)
