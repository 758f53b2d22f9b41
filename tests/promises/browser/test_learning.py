"""Lessons: five questions with a stamp, and a first round to play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import Handset
from tests.support.server import TableServer
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server without a scanner, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("learning"), "none").start(ready=False)
    yield running
    assert running.stop() == 0


@pytest.mark.long
def test_five_questions_stand_on_one_screen_and_end_with_a_stamp(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    page = phone.go("/learn/otoroku/drill")
    page.set_viewport_size({"width": 320, "height": 640})
    for _ in range(5):
        answers = page.locator(".choice-button:enabled")
        expect(answers.first).to_be_visible()
        answers.first.click()
        page.get_by_role("button", name="Next").click()
    expect(page.locator(".stamped")).to_be_visible()
    # A stamp is earned by more right than wrong.
    is_earned = page.locator(".dots .right").count() > 2
    expect(page.locator(".stamp")).to_have_count(int(is_earned))
    expect(page.get_by_text("Not there yet")).to_have_count(int(not is_earned))
    expect(page.locator(".dots .right, .dots .wrong")).to_have_count(5)
    page.get_by_role("button", name="Five more").click()
    expect(page.locator(".choice-button").first).to_be_visible()
    assert phone.errors == []
    phone.context.close()


def test_a_turn_on_the_smallest_phone_shows_the_table_and_the_hand(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url, locale="ja")
    phone.page.add_init_script("Math.random = () => 0.00001")
    page = phone.go("/learn/koikoi/first")
    page.set_viewport_size({"width": 320, "height": 640})
    cards = page.locator("#play button.playable")
    cards.first.click()
    expect(page.locator("#play .played-hand .thumb")).to_have_count(7)
    bar = page.locator("nav").filter(has_text="記録").bounding_box()
    assert bar
    for part in (page.locator("#play .lines"), cards.first):
        box = part.bounding_box()
        assert box
        assert 0 <= box["y"] <= box["y"] + box["height"] <= bar["y"]
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
@pytest.mark.parametrize(("locale", "words"), [("en", "counts"), ("ja", "点です")])
def test_the_second_step_of_koikoi_asks_for_kinds_and_names_no_points(
    browser: Browser, server: TableServer, locale: str, words: str
) -> None:
    phone = Handset(browser, server.url, locale=locale)
    page = phone.go("/learn/koikoi/first")
    page.locator("#step-2 a.primary").click()
    expect(page.locator(".choice-button")).to_have_count(4)
    page.locator(".choice-button").first.click()
    expect(page.locator(".why-list li").first).to_be_visible()
    assert words not in page.locator("main").inner_text()
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
def test_a_practice_round_that_cannot_go_on_says_why_and_what_to_do(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url, locale="ja")
    page = phone.go("/learn/kujuroku/first")
    cards = page.locator("#play button.playable")
    expect(cards.first).to_be_visible()
    phone.page.route("**/api/play/**", lambda route: route.continue_(url=route.request.url + ",nonsense"))
    cards.first.click()
    refused = page.locator("#play .refused")
    expect(refused).to_contain_text("いまはできません")
    phone.page.unroute("**/api/play/**")
    refused.get_by_role("button", name="最後の手を取り消す").click()
    expect(page.locator("#play .played-hand .thumb")).to_have_count(6)
    phone.page.route("**/api/play/**", lambda route: route.abort())
    cards.first.click()
    expect(refused).to_contain_text("返事がありません")
    phone.page.unroute("**/api/play/**")
    refused.get_by_role("button", name="もう一度").click()
    expect(page.locator("#play .played-hand .thumb")).to_have_count(5)
    phone.context.close()


@pytest.mark.long
def test_the_choices_of_a_turn_and_the_latest_lines_are_in_sight(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    phone.page.add_init_script("Math.random = () => 0.00001")
    page = phone.go("/learn/kakeya/first")
    page.set_viewport_size({"width": 390, "height": 844})
    cards = page.locator("#play button.playable")
    in_hand = page.locator("#play .played-hand .thumb")
    for _ in range(3):
        before = in_hand.count()
        cards.first.click()
        # The only card that may be played is played without a question.
        expect(in_hand).not_to_have_count(before)
    bar = page.locator("nav").filter(has_text="History").bounding_box()
    last_line = page.locator("#play .lines li").last
    for part in (cards.last, page.locator("#play .ask"), last_line):
        box = part.bounding_box()
        assert box
        assert bar
        assert 0 <= box["y"] <= box["y"] + box["height"] <= bar["y"]
    log = page.locator("#play .lines").bounding_box()
    line = last_line.bounding_box()
    assert log
    assert line
    assert line["y"] + line["height"] <= log["y"] + log["height"] + 1
    assert phone.errors == []
    phone.context.close()


@pytest.mark.long
def test_who_comes_for_a_round_sees_its_first_choices(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url)
    page = phone.go("/learn")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name="Play a round").click()
    button = page.locator("#play .choices button, #play .playable").last
    expect(button).to_be_in_viewport(ratio=1)
    bar = page.locator("nav").filter(has_text="History").bounding_box()
    box = button.bounding_box()
    assert bar
    assert box
    assert box["y"] + box["height"] <= bar["y"]
    assert phone.errors == []
    phone.context.close()


def test_a_round_is_drawn_stopped_settled_and_paid(browser: Browser, server: TableServer) -> None:
    phone = Handset(browser, server.url, locale="ja")
    phone.page.add_init_script("Math.random = () => 0")  # with this shuffle two cards are no bust
    page = phone.go("/learn/otoroku/first")
    page.locator("#play").get_by_role("button", name="引く").click()
    expect(page.locator("#play .odds li").first).to_be_visible()
    page.locator("#play").get_by_role("button", name="止まる").click()
    expect(page.locator("#play .settled")).to_be_visible()
    expect(page.locator("#play .pile-row")).to_have_count(2)
    page.locator("#play").get_by_role("button", name="もう一度配る").click()
    expect(page.locator("#play .settled")).to_have_count(0)
    assert phone.errors == []
    phone.context.close()


LAYOUT_SHIFT = """() => new Promise((tell) => {
    let shifted = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) shifted += one.value; })
        .observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => setTimeout(() => tell(shifted)));
})"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["koikoi", "kujuroku", "oicho-kabu"])
def test_the_deal_moves_nothing_that_was_seen_before_it_came(browser: Browser, server: TableServer, game: str) -> None:
    """On a processor six times slower, where the deal comes long after the page."""
    phone = Handset(browser, server.url)
    phone.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    page = phone.go(f"/learn/{game}/first")
    expect(page.locator("#play button").first).to_be_visible()
    assert page.evaluate(LAYOUT_SHIFT) < 0.01
    assert phone.errors == []
    phone.context.close()
