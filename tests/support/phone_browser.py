"""A phone in Chromium, and what its owner does in several tests."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.server import PIN, TableServer

TRIES = 20
PICTURE_CARD = ".photo .outline[role=button]"
"""A card outlined on the taken picture. Outlines on the live table are no buttons."""
TAKEN = "[data-key=picture]:not(:has([data-live]))"
"""The small picture on the rim of the cloth once one was taken. Before that it shows the live table."""
NAMES = ["Aki", "<b>Emi</b>", "健", "Yuki & Co"]

# Notes when the page first shows 31 stones and when it first calls itself stale, by its own clock: the way from the
# test to the browser takes time, too. `late`: the longest delay of the page by a busy machine, in milliseconds.
NOTE_TIMES = """() => {
    window.stayed = true;
    window.late = 0;
    let tick = Date.now();
    setInterval(() => { window.late = Math.max(window.late, Date.now() - tick - 100); tick = Date.now(); }, 100);
    const held = () => document.querySelector(".seat .held b")?.textContent;
    const look = () => {
        if (held() === "31") window.seenAt ??= Date.now();
        if (document.querySelector("#banner.stale")) window.staleAt ??= Date.now();
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
# Keeps the messages of toast and banner, which are visible only for a moment.
NOTE_MESSAGES = """addEventListener("DOMContentLoaded", () => {
    window.said = [];
    for (const box of document.querySelectorAll("#toast, #banner")) {
        new MutationObserver(() => box.textContent && window.said.push(box.textContent))
            .observe(box, { subtree: true, childList: true, characterData: true });
    }
});"""
SEND_ANSWERS = """async (answers) => {
    const { post } = await import("/static/js/core/api.js");
    const { store } = await import("/static/js/core/store.js");
    await post("/api/draft", { version: store.snapshot.version, answers });
}"""


class Handset:
    """A phone with one page. `errors` collects script errors, dialogs and requests to other hosts: no test wants any.

    Motion is reduced unless a test asks for it: drawing it takes most of the processor.
    """

    def __init__(self, browser: Browser, url: str, **more: str) -> None:
        self.url = url
        self.context = browser.new_context(
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
            locale=more.pop("locale", "en"),
            reduced_motion=more.pop("reduced_motion", "reduce"),
            **more,
        )
        self.context.add_init_script(NOTE_MESSAGES)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: self.errors.append(f"dialog: {dialog.message}"))
        self.page.on(
            "request", lambda request: request.url.startswith(("blob:", url)) or self.errors.append(request.url)
        )
        self.page.on("console", self._note_console_error)

    def _note_console_error(self, message: object) -> None:
        text = str(message.text)  # type: ignore[attr-defined]
        # Some tests cause lost connections and refusals. A blocked script or style is always an error.
        if message.type == "error" and "Failed to load resource" not in text:  # type: ignore[attr-defined]
            self.errors.append(text)

    def go(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self) -> None:
        page = self.go("/host")
        page.fill("input[name=pin]", PIN)
        page.click("form.pin button")
        page.wait_for_url("**/")

    def wait_for_message(self, words: str) -> None:
        """Wait until the page shows a message with these words, or has shown one."""
        self.page.wait_for_function("(words) => window.said.some((one) => one.includes(words))", arg=words)

    def seconds_until_stale(self, died: float) -> float:
        """Seconds from `died` until the page called itself stale, without the time a busy machine kept it waiting."""
        return float(self.page.evaluate("window.staleAt - window.late")) / 1000 - died

    def stones(self) -> list[str]:
        return self.page.locator(".seat .held b").all_inner_texts()

    def begin(self, server: TableServer, names: Sequence[str] = NAMES) -> None:
        """Begin an Otoroku evening as its host, and open the table. The PIN is typed once for all tests of a server."""
        if not server.cookies:
            self.sign_in()
            server.cookies = self.context.cookies()
        self.context.add_cookies(server.cookies)
        request = self.context.request
        body = {
            "game": "otoroku",
            "players": names,
            "pin": PIN,
            "version": request.get(f"{self.url}/api/session").json()["version"],
            "key": secrets.token_hex(8),
        }
        path = "demo/evening" if server.source == "synthetic" else "evening"
        answer = request.post(f"{self.url}/api/{path}", data=body, headers={"Origin": self.url})
        assert answer.ok, answer.text()
        expect(self.go("/").locator(".seat")).to_have_count(len(names))


def open_hand(page: Page, path: str) -> Locator:
    """Open the sheet of a hand by a tap on its place on the cloth, beside what may lie on it. The sheet."""
    page.locator(f'[data-key="to {path}"]').click(position={"x": 12, "y": 8})
    sheet = page.locator("dialog.hand")
    expect(sheet).to_be_visible()
    return sheet


def open_picture(page: Page) -> None:
    """Open the picture of the whole table."""
    page.locator("[data-key=picture]").click()
    expect(page.locator("dialog .photo")).to_be_visible()


def take_grid(page: Page, count: int) -> None:
    """Take a grid of a new deck with the table's camera until `count` cards were seen. Repeats after a time-out."""
    for _ in range(TRIES):
        page.get_by_role("button", name="Take with the table's camera").click()
        progress = page.get_by_text(f"{count} of 41 cards seen")
        expect(progress.or_(page.get_by_role("alertdialog")).first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            return
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Take with the table's camera")).to_be_enabled(timeout=90_000)


def send_picture(page: Page, picture: Path, cards: int) -> None:
    """Send a picture and wait until `cards` are outlined. Repeats after a time-out of the scanner on a busy machine."""
    for _ in range(TRIES):
        page.set_input_files(".rim input[type=file]", str(picture))
        expect(page.locator(f"{TAKEN}, [role=alertdialog]").first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            break
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#banner")).to_be_empty(timeout=90_000)
    open_picture(page)
    expect(page.locator(PICTURE_CARD)).to_have_count(cards)
    close_sheet_before_leaving(page)


def deal_demo_round(page: Page, seed: int | None = None, tries: int = TRIES) -> bool:
    """Deal a demo round, from a pack shuffled by `seed`, and have it read. Repeats after a time-out of the scanner.

    Whether it was read: on a busy machine every attempt may time out.
    """
    if seed is not None:
        page.route(
            "**/api/demo/round", lambda route: route.continue_(post_data={**route.request.post_data_json, "seed": seed})
        )
    for _ in range(tries):
        deal = page.get_by_role("button", name="Deal a demo round")
        expect(deal.or_(page.locator("[data-key=tools]")).first).to_be_visible()
        if not deal.count():
            page.locator("[data-key=tools]").click()
        deal.click()
        expect(page.locator(f"{TAKEN}, [role=alertdialog]").first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            return True
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Deal a demo round")).to_be_enabled(timeout=90_000)
    return False


def close_sheet(page: Page) -> None:
    """Close the open sheet with the keyboard."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def close_sheet_before_leaving(page: Page) -> None:
    """Close the open sheet, and wait until the page has left its entry in the browser's history.

    Until then, opening another page would be undone by that step back.
    """
    close_sheet(page)
    page.wait_for_function("() => history.state?.sheet !== true")
