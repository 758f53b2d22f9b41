"""端末 tanmatsu: a phone at the table, as the browser tests hold it, and what its owner does more than once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.support.server import PIN, Served

TRIES = 20
TAKEN = ".photo .outline[role=button]"
"""A card of the picture that was taken: those of the table as it is watched cannot be touched."""
NAMES = ["Aki", "<b>Emi</b>", "健", "Yuki & Co"]

# Notes when the page first shows what is waited for, by its own clock: the tests' way to the browser costs time too.
# `late`: by how many milliseconds the machine that tests has let this page wait for its turn.
WATCH = """() => {
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
# What is said only for a moment, by toast or banner, kept for who asks later.
SAID = """addEventListener("DOMContentLoaded", () => {
    window.said = [];
    for (const box of document.querySelectorAll("#toast, #banner")) {
        new MutationObserver(() => box.textContent && window.said.push(box.textContent))
            .observe(box, { subtree: true, childList: true, characterData: true });
    }
});"""
SEND = """async (answers) => {
    const { post } = await import("/static/js/core/api.js");
    const { store } = await import("/static/js/core/store.js");
    await post("/api/draft", { version: store.snapshot.version, answers });
}"""


class Handset:
    """One phone: its page, and everything it must never say or ask for.

    Its owner wants no motion, unless a test is about that: a picture of each moment costs more than what is tested.
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
        self.context.add_init_script(SAID)
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", lambda dialog: self.wrong.append(f"dialog: {dialog.message}"))
        self.page.on(
            "request", lambda request: request.url.startswith(("blob:", url)) or self.wrong.append(request.url)
        )
        self.page.on("console", self._heard)

    def _heard(self, message: object) -> None:
        text = str(message.text)  # type: ignore[attr-defined]
        # A lost connection and a refusal are what some tests are about; a blocked script or style is not.
        if message.type == "error" and "Failed to load resource" not in text:  # type: ignore[attr-defined]
            self.wrong.append(text)

    def go(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def sign_in(self) -> None:
        page = self.go("/host")
        page.fill("input[name=pin]", PIN)
        page.click("form.pin button")
        page.wait_for_url("**/")

    def hears(self, words: str) -> None:
        """This page has said so, or does soon."""
        self.page.wait_for_function("(words) => window.said.some((one) => one.includes(words))", arg=words)

    def old_after(self, died: float) -> float:
        """Seconds from then until the page called itself old, less what it was kept waiting itself."""
        return float(self.page.evaluate("window.staleAt - window.late")) / 1000 - died

    def stones(self) -> list[str]:
        return self.page.locator(".seat .held b").all_inner_texts()

    def begin(self, served: Served, names: Sequence[str] = NAMES) -> None:
        """A new Otoroku evening, its host looking at the table; the PIN is typed once for all tests of a table."""
        if not served.cookies:
            self.sign_in()
            served.cookies = self.context.cookies()
        self.context.add_cookies(served.cookies)
        asked = self.context.request
        body = {
            "game": "otoroku",
            "players": names,
            "pin": PIN,
            "version": asked.get(f"{self.url}/api/session").json()["version"],
            "key": secrets.token_hex(8),
        }
        way = "demo/evening" if served.source == "synthetic" else "evening"
        answer = asked.post(f"{self.url}/api/{way}", data=body, headers={"Origin": self.url})
        assert answer.ok, answer.text()
        expect(self.go("/").locator(".seat")).to_have_count(len(names))


def taken(page: Page, count: int) -> None:
    """A grid of an enrolled deck taken with the table's camera: so many cards are green then; once more as above."""
    for _ in range(TRIES):
        page.get_by_role("button", name="Take with the table's camera").click()
        told = page.get_by_text(f"{count} of 41 cards seen")
        expect(told.or_(page.get_by_role("alertdialog")).first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            return
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Take with the table's camera")).to_be_enabled(timeout=90_000)


def shown(page: Page, picture: Path, cards: int) -> None:
    """A picture sent and read; where the eyes gave up in time on a busy machine, once more, as anybody would."""
    for _ in range(TRIES):
        page.set_input_files(".tools input[type=file]", str(picture))
        expect(page.locator(f"{TAKEN}, [role=alertdialog]").first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            break
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("#banner")).to_be_empty(timeout=90_000)
    expect(page.locator(TAKEN)).to_have_count(cards)


def dealt(page: Page, seed: int | None = None, tries: int = TRIES) -> bool:
    """The demo deals, from a pack of that shuffle, and the eyes look; once more where they gave up in time.

    Whether they ever saw it: a machine may be so busy that they never do.
    """
    if seed is not None:
        page.route(
            "**/api/demo/round", lambda route: route.continue_(post_data={**route.request.post_data_json, "seed": seed})
        )
    for _ in range(tries):
        page.get_by_role("button", name="Deal a demo round").click()
        expect(page.locator(f"{TAKEN}, [role=alertdialog]").first).to_be_visible(timeout=90_000)
        if not page.get_by_role("alertdialog").count():
            return True
        expect(page.get_by_role("alertdialog")).to_contain_text("scanner_down")
        page.get_by_role("button", name="Close").click()
        expect(page.get_by_role("button", name="Deal a demo round")).to_be_enabled(timeout=90_000)
    return False
