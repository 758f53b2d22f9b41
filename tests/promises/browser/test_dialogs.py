"""Every sheet and box opened, in both languages and lights: for everybody to use, by finger and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.evening_on_table import Stage
from tests.support.page_checks import LOOKS, Rules, judged
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

Opens = Callable[[Page], None]
REFUSED = """() => { import("/static/js/core/api.js").then((part) => part.showError(
    { code: "host_only", message: { en: "somebody was first", ja: "ほかの人が先でした" } })); }"""
ASKED = """() => { import("/static/js/core/pin-prompt.js").then((part) => part.askPin(
    { code: "pin_again", message: { en: "the PIN once more", ja: "もう一度、暗証番号が必要です" } })); }"""


@pytest.fixture
def page(lang: str, stage: Stage, browser: Browser) -> Iterator[Page]:
    context = stage.context(browser, locale=lang, reduced_motion="reduce", viewport={"width": 360, "height": 740})
    yield context.new_page()
    context.close()


def key(name: str) -> Opens:
    """By keyboard: the button of that name, the focus on it."""

    def opens(page: Page) -> None:
        page.locator(f'[data-key="{name}"]').first.focus()
        page.keyboard.press("Enter")

    return opens


def runs(script: str) -> Opens:
    return lambda page: page.evaluate(script)


def word(page: Page) -> None:
    page.locator("a.word").first.focus()
    page.keyboard.press("Enter")


SHEETS: dict[str, tuple[str, Opens]] = {
    "correct a card": ("/#hands", key("card hands.0 0")),
    "enter a hand": ("/#hands", key("add hands.1")),
    "a card of the picture": ("/#hands", key("read 0")),
    "who sits where": ("/#hands", key("seats")),
    "refused": ("/#hands", runs(REFUSED)),
    "the PIN once more": ("/#table", runs(ASKED)),
    "a word explained": ("/#table", word),
}


# In Japanese each sheet is opened by `make test-all`: what differs is how wide its words are.
@pytest.mark.parametrize(
    ("lang", "dark"),
    [look if look.id != "ja" else pytest.param(*look.values, id="ja", marks=pytest.mark.long) for look in LOOKS],
)
def test_every_sheet_can_be_used_and_gives_the_focus_back(stage: Stage, page: Page, dark: Rules | None) -> None:
    wrong = []
    for name, (path, opens) in SHEETS.items():
        stage.show(page, path)
        expect(page.locator(".hand, .seat").first).to_be_visible()
        if name == "a word explained":
            expect(page.locator("a.word").first).to_be_visible()
        opens(page)
        sheet = page.locator("dialog")
        expect(sheet).to_have_count(1)
        opener = page.evaluate("document.activeElement.closest('dialog') !== null")
        told = judged(page, sheet, dark)
        if not opener:
            told.append("the focus stayed on the page below")
        for _ in range(3):
            page.keyboard.press("Tab")
            if not page.evaluate("!document.activeElement.closest('main, header, nav')"):
                told.append("the focus left it")
        # Drawn anew below, as by news: the focus comes back all the same.
        page.evaluate("dispatchEvent(new Event('redraw'))")
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        if opens not in {SHEETS["refused"][1], SHEETS["the PIN once more"][1]} and page.evaluate(
            "document.activeElement === document.body"
        ):
            told.append("the focus is nowhere afterwards")
        wrong += [f"{name}: {one}" for one in told]
    assert not wrong, "\n".join(wrong)
