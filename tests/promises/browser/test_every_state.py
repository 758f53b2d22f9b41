"""Accessibility of states that a page has only at times, in one evening."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hands import HANDS
from tests.support.page_checks import COLOURS, RULES, Rules, find_faults, find_violations, unfold_details
from tests.support.phone_browser import NAMES, SEND_ANSWERS, close_sheet, close_sheet_before_leaving, open_hand
from tests.support.server import PIN, TableServer
from web.system.network import own_address

pytestmark = [
    pytest.mark.long,
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

LOOKS = [
    pytest.param("en", 390, COLOURS, id="en-390"),
    pytest.param("en", 320, RULES, id="en-320-every-rule"),
    pytest.param("ja", 390, RULES, id="ja-390-every-rule"),
    pytest.param("ja", 320, COLOURS, id="ja-320"),
]
MIN_ENLARGED_PX = 360
"""Width in pixels of the narrowest phone that must fit text at 200 %."""
TOO_WIDE = (
    "() => document.documentElement.scrollWidth > innerWidth ? [`wide: ${document.documentElement.scrollWidth}`] : []"
)


BUST_HAND = ["h10-1", "h09-1", "h08-1", "h07-1"]
"""A hand that was bust before its last card, which is refused."""


class EveningWalk:
    """Steps of an evening on one phone, each from the state the one before left.

    A step returns the selector of the element to check, or None for the whole page.
    """

    def __init__(self, page: Page, server: TableServer) -> None:
        self.page, self.server = page, server

    def go(self, path: str) -> None:
        self.page.goto("about:blank")
        self.page.goto(self.server.url + path)

    def open_first_page(self) -> None:
        self.go("/")
        expect(self.page.locator(".welcome")).to_be_visible()

    def enter_wrong_pin(self) -> str:
        self.page.locator("#host").click()
        self.page.locator(".sheet input").fill("000000")
        self.page.locator(".sheet button.primary").click()
        expect(self.page.locator(".sheet .refused")).to_be_visible()
        return "dialog"

    def choose_game_of_pairs(self) -> None:
        self.page.wait_for_timeout(1100)  # after a wrong PIN the table refuses the next for a second
        self.go("/host")
        self.page.fill("input[name=pin]", PIN)
        self.page.click("form.pin button")
        self.page.wait_for_url("**/")
        self.go("/start")
        self.page.locator("input[name=game][value=kakeya]").check()
        expect(self.page.locator("#players.pairs input")).to_have_count(4)

    def enter_name_twice(self) -> None:
        self.page.locator("input[name=game][value=otoroku]").check()
        expect(self.page.locator("#players.pairs")).to_have_count(0)
        # A deck that nobody chose follows the game.
        expect(self.page.locator("#deck")).to_have_value("hanafuda")
        for place, name in enumerate(("Aki", "Aki")):
            self.page.locator("#players input").nth(place).fill(name)
        self.page.locator(".bar button").click()
        expect(self.page.locator(".refused").first).to_be_visible()

    def begin_evening(self) -> None:
        for place, name in enumerate(NAMES):
            self.page.locator("#players input").nth(place).fill(name)
        self.page.locator(".bar button").click()
        expect(self.page.locator(".seat")).to_have_count(len(NAMES))

    def enter_one_hand(self) -> str:
        self.go("/#hands")
        open_hand(self.page, "hands.1")
        for card in HANDS[1]:
            self.page.locator(f'.sheet .face:has(img[src="/art/{card}.svg"])').click()
        expect(self.page.locator(".sheet-hand .thumb")).to_have_count(len(HANDS[1]))
        # Cards half under the hand above them would be called too small.
        self.page.locator("dialog").evaluate("(sheet) => sheet.scrollTo(0, 0)")
        return "dialog"

    def enter_refused_round(self) -> None:
        close_sheet(self.page)
        self.page.evaluate(SEND_ANSWERS, {f"hands.{seat}": hand for seat, hand in enumerate([BUST_HAND, *HANDS[1:]])})
        expect(self.page.locator(".refused")).to_be_visible()

    def enter_round(self) -> None:
        self.page.evaluate(SEND_ANSWERS, {"hands.0": HANDS[0]})
        expect(self.page.locator(".preview")).to_be_visible()

    def book_round(self) -> None:
        self.page.locator("[data-key=book]").click()
        self.page.wait_for_url("**/#table")
        expect(self.page.locator(".settled")).to_be_visible()
        expect(self.page.locator(".flight, .gain")).to_have_count(0)

    def open_history(self) -> None:
        self.go("/#history")
        self.page.locator(".rounds details summary").first.click()
        expect(self.page.locator(".rounds .settled")).to_be_visible()

    def correct_round(self) -> None:
        self.page.locator('[data-key^="edit"]').first.click()
        expect(self.page.locator(".correcting")).to_be_visible()

    def open_past_evening(self) -> None:
        self.page.evaluate("history.replaceState(null, '')")
        self.go("/evenings")
        self.page.locator(".evening h3 a").click()
        expect(self.page.locator(".rows").first).to_be_visible()

    def answer_question(self) -> None:
        self.go("/learn/otoroku/drill?kind=month")
        self.page.locator(".choice-button").first.click()
        expect(self.page.locator(".verdict")).to_be_visible()

    def play_first_round(self) -> None:
        self.go("/learn/otoroku/first")
        again = self.page.get_by_role("button", name=re.compile("Deal again|もう一度"))
        while not again.count():
            self.page.locator("#play > p.links button, #play button.primary").last.click()
            expect(self.page.locator("#play .ask").or_(again).first).to_be_visible()

    def value_hand(self) -> None:
        self.go("/learn/otoroku/lay")
        self.page.locator(".add").first.click()
        for card in ("h06-1", "h09-1"):
            self.page.locator(f'.face:has(img[src="/art/{card}.svg"])').click()
        close_sheet_before_leaving(self.page)

    def open_missing_page(self) -> None:
        self.go("/nowhere")
        expect(self.page.locator("main")).to_be_visible()

    def end_evening(self) -> None:
        self.go("/more")
        self.page.locator(".ending summary").click()
        if self.page.locator(".ending input[name=pin]").count():
            self.page.locator(".ending input[name=pin]").fill(PIN)
        self.page.locator(".ending button.primary").click()
        self.page.wait_for_url(lambda url: url.endswith("/") or "#" in url)
        self.go("/#evening")
        expect(self.page.locator(".ranking")).to_be_visible()


WALK: tuple[Callable[[EveningWalk], str | None], ...] = (
    EveningWalk.open_first_page,
    EveningWalk.enter_wrong_pin,
    EveningWalk.choose_game_of_pairs,
    EveningWalk.enter_name_twice,
    EveningWalk.begin_evening,
    EveningWalk.enter_one_hand,
    EveningWalk.enter_refused_round,
    EveningWalk.enter_round,
    EveningWalk.book_round,
    EveningWalk.open_history,
    EveningWalk.correct_round,
    EveningWalk.open_past_evening,
    EveningWalk.answer_question,
    EveningWalk.play_first_round,
    EveningWalk.value_hand,
    EveningWalk.open_missing_page,
    EveningWalk.end_evening,
)


@pytest.mark.parametrize(("lang", "width", "dark"), LOOKS)
def test_everybody_can_use_what_pages_show_at_times(
    lang: str, width: int, dark: Rules, browser: Browser, tmp_path: Path
) -> None:
    server = TableServer(tmp_path, "none").start(ready=False)
    context = browser.new_context(
        viewport={"width": width, "height": 740}, locale=lang, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    faults: dict[str, list[str]] = {}

    def check_state(state: str, root: str = "body") -> None:
        unfold_details(page)
        page.wait_for_function("() => [...document.images].every((image) => image.complete)")
        if folder := os.environ.get("FUDAYOMI_SHOTS"):
            page.screenshot(path=f"{folder}/{lang}-{width}-{state}.png", full_page=True)
        # The smallest phones need not fit text at 200 % or large tap targets.
        found = find_faults(page, page.locator(root), dark) if width >= MIN_ENLARGED_PX else find_violations(page, dark)
        found += page.evaluate(TOO_WIDE)
        if found:
            faults[state] = found

    walk = EveningWalk(page, server)
    for state in WALK:
        check_state(state.__name__, state(walk) or "body")
    context.close()
    assert server.stop() == 0
    assert faults == {}
