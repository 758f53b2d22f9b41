"""Accessibility of all dialogs, in both languages, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.evening_on_table import Stage
from tests.support.page_checks import RULES, find_faults
from tests.support.phone_browser import close_sheet_before_leaving
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

OpenDialog = Callable[[Page], None]
SHOW_REFUSAL = """() => { import("/static/js/core/api.js").then((part) => part.showError(
    { code: "host_only", message: { en: "somebody was first", ja: "ほかの人が先でした" } })); }"""
SHOW_PIN_PROMPT = """() => { import("/static/js/core/pin-prompt.js").then((part) => part.askPin(
    { code: "pin_again", message: { en: "the PIN once more", ja: "もう一度、暗証番号が必要です" } })); }"""


@pytest.fixture
def page(lang: str, stage: Stage, browser: Browser) -> Iterator[Page]:
    """A page of a host with a small phone."""
    context = stage.context(browser, locale=lang, reduced_motion="reduce", viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def press_key(*names: str) -> OpenDialog:
    """Press focused buttons by keyboard, by their data-key, each in the sheet that the one before has opened."""

    def press(page: Page) -> None:
        for depth, name in enumerate(names):
            expect(page.locator("dialog")).to_have_count(depth)
            page.locator(f'[data-key="{name}"]').first.focus()
            page.keyboard.press("Enter")

    return press


def run_script(script: str) -> OpenDialog:
    """Run a script of the page."""
    return lambda page: page.evaluate(script)


def open_word(page: Page) -> None:
    """Open the first explained word by keyboard, where the sheet says why."""
    page.locator("[data-key=outcome]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog a.word").first).to_be_visible()
    page.locator("dialog a.word").first.focus()
    page.keyboard.press("Enter")


SHEETS: dict[str, tuple[str, OpenDialog]] = {
    "enter a hand": ("/#hands", press_key("to hands.1")),
    "the picture": ("/#hands", press_key("picture")),
    "about the round": ("/#hands", press_key("tools")),
    "what it would settle": ("/#hands", press_key("outcome")),
    "correct a card": ("/#hands", press_key("to hands.0", "card hands.0 0")),
    "a card of the picture": ("/#hands", press_key("picture", "read 0")),
    "who sits where": ("/#hands", press_key("picture", "seats")),
    "refused": ("/#hands", run_script(SHOW_REFUSAL)),
    "the PIN once more": ("/#table", run_script(SHOW_PIN_PROMPT)),
    "a word explained": ("/#table", open_word),
}
IN_THE_GATE = ["correct a card"]


@pytest.mark.parametrize(
    ("lang", "names"),
    [("en", IN_THE_GATE), *(pytest.param(lang, list(SHEETS), marks=pytest.mark.long) for lang in ("en", "ja"))],
)
def test_every_sheet_can_be_used_and_gives_the_focus_back(stage: Stage, page: Page, names: list[str]) -> None:
    faults = []
    for name in names:
        path, open_dialog = SHEETS[name]
        stage.show(page, path)
        expect(page.locator(".seat").first).to_be_visible()
        open_dialog(page)
        sheet = page.locator("dialog").last
        expect(sheet.locator("h2, label").first).to_be_visible()
        has_focus = page.evaluate("document.activeElement.closest('dialog') !== null")
        found = find_faults(page, sheet, RULES)
        if not has_focus:
            found.append("the focus stayed on the page below")
        for _ in range(3):
            page.keyboard.press("Tab")
            if not page.evaluate("!document.activeElement.closest('main, header, nav')"):
                found.append("the focus left it")
        # The page below is redrawn, as by news. The focus must return all the same.
        page.evaluate("dispatchEvent(new Event('redraw'))")
        while page.locator("dialog").count() > 1:
            page.keyboard.press("Escape")
        close_sheet_before_leaving(page)
        if open_dialog not in {SHEETS["refused"][1], SHEETS["the PIN once more"][1]} and page.evaluate(
            "document.activeElement === document.body"
        ):
            found.append("the focus is nowhere afterwards")
        faults += [f"{name}: {one}" for one in found]
    assert not faults, "\n".join(faults)
