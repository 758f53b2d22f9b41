"""Taps and seconds of frequent tasks: `python -m tests.support.journeys`.

A round of every game is entered by hand on the real page in as few taps as possible: answers that follow from others
are left to the page, whole months and "the rest" take one tap. Typing digits is no tap; tapping their field is one.
Then newcomers go from the first page to a demo round, and from the code to a seat. Seconds are the time from a tap
to what it shows (`tests/support/machine_time.py`).
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect, sync_playwright

from scorer.decks import decks
from scorer.games import game
from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from tests.support.browser import ARGS, CHROMIUM
from tests.support.machine_time import machine_seconds, watch_time
from tests.support.phone_browser import Handset
from tests.support.phone_browser import deal_demo_round as dealt_on_page
from tests.support.sample_evenings import simulate_round_at
from tests.support.server import PIN, TableServer

JOURNEYS: dict[str, int] = {
    "otoroku": 3,
    "kujuroku": 4,
    "kakeya": 4,
    "etori": 4,
    "dontsuku": 3,
    "tokotoko": 4,
    "koikoi": 2,
}
"""Games, and the number of people who play each."""
NAMES = ("Martha", "Jonas", "Lena", "Kenji")
SEEDS = range(200)
HAS_SETTLEMENT = """async () => (await (await fetch('/api/session')).json()).preview?.settlement != null"""


@dataclass
class Thumb:
    """Taps on one phone, and counts them."""

    phone: Handset
    server: TableServer
    taps: int = 0
    seconds: float = 0
    """Time from taps to what they showed."""
    entered: Counter[str] = field(default_factory=Counter)
    """The cards entered so far."""

    @property
    def cookie(self) -> str:
        """The session cookie of the phone."""
        return next(f"{one['name']}={one['value']}" for one in self.phone.context.cookies())

    @property
    def state(self) -> dict[str, Any]:
        """The session as this phone sees it."""
        return self.server.request("GET", "/api/session", None, self.cookie)[1]

    def tap(self, what: Locator) -> None:
        """Tap an element."""
        self.taps += 1
        what.tap()

    def enter_cards(self, ask: dict[str, Any], cards: list[str], everything: Iterable[str]) -> None:
        """Enter the cards of one hand or pile, in the open sheet if there is one."""
        self.open_place(ask)
        page = self.phone.page
        sheet = page.locator("dialog.hand")
        if not sheet.locator(f'[data-hand="{ask["path"]}"]').count():
            self.tap(sheet.locator(f'[data-key="tab {ask["path"]}"]'))
        expect(sheet.locator(f'[data-hand="{ask["path"]}"]')).to_have_count(1)
        groups = [codes for _, codes in decks()[self.state["evening"]["deck"]].groups]
        remaining = list(cards)
        while remaining:
            free = Counter(everything) - self.entered
            group = next(codes for codes in groups if remaining[0] in codes)
            whole = [code for code in free.elements() if code in group]
            is_pile = ask["shares"] and not ask["cards"]
            if is_pile and free == Counter(remaining) and sheet.locator("[data-key=rest]").count():
                self.tap(sheet.locator("[data-key=rest]"))
                entered = list(remaining)
            elif is_pile and len(whole) > 1 and Counter(whole) <= Counter(remaining):
                row = sheet.locator(f'.group:has(img[src="/art/{remaining[0]}.svg"]) button.whole')
                self.tap(row)
                entered = whole
            else:
                self.tap(sheet.locator(f'.face:has(img[src="/art/{remaining[0]}.svg"])'))
                entered = remaining[:1]
            remaining = list((Counter(remaining) - Counter(entered)).elements())
            self.entered += Counter(entered)
            if ask["most"] != 1:
                expect(sheet.locator(".sheet-hand .thumb")).to_have_count(len(cards) - len(remaining))

    def open_place(self, ask: dict[str, Any]) -> None:
        """Open the sheet of the seat, or of the cards on the table, by "Next" where it leads there."""
        page, place = self.phone.page, f'[data-hand="{ask["path"]}"], [data-ask="{ask["path"]}"]'
        sheet = page.locator("dialog.hand")
        tab = sheet.locator(f'[data-key="tab {ask["path"]}"]')
        if sheet.locator(place).or_(tab).count():
            return
        following = sheet.locator("[data-key=next]")
        if following.count():
            self.tap(following)
            if sheet.locator(place).or_(tab).count():
                return
        self.close_sheet()
        hands = [one["path"] for one in self.state["asks"] if one["kind"] == "cards" and one["seat"] == ask["seat"]]
        key = ask["path"] if ask["seat"] is None or not hands else hands[0]
        self.taps += 1
        page.locator(f'[data-key="to {key if hands else ask["seat"]}"]').tap(position={"x": 12, "y": 8})
        expect(sheet.locator(place).or_(tab).first).to_be_visible()

    def close_sheet(self) -> None:
        """Close the open sheet, if there is one."""
        sheet = self.phone.page.locator("dialog.sheet")
        if sheet.count():
            self.tap(sheet.get_by_role("button", name="Done"))
            expect(sheet).to_have_count(0)

    def enter_number(self, ask: dict[str, Any], value: int) -> None:
        """Type a number into its field."""
        page = self.phone.page
        if ask["seat"] is None:
            self.close_sheet()
            if page.locator(f'[data-key="ask {ask["path"]}"]').inner_text().endswith(f": {value}"):
                return
            self.tap(page.locator(f'[data-key="ask {ask["path"]}"]'))
        else:
            self.open_place(ask)
        box = page.locator(f'[data-ask="{ask["path"]}"] input')
        if box.input_value() == str(value):
            return
        self.tap(box)
        box.fill(str(value))
        box.press("Enter")

    def choose(self, ask: dict[str, Any], at: int) -> None:
        """Give the answer `at`: by its chip on the cloth, else in the sheet of the question."""
        self.close_sheet()
        page = self.phone.page
        chip = page.locator(f'[data-key="put {ask["path"]} {at}"]')
        if chip.count():
            self.tap(chip)
            return
        self.tap(page.locator(f'[data-key="ask {ask["path"]}"]'))
        self.tap(page.locator(f'[data-key="{ask["path"]} {at}"]'))
        expect(page.locator("dialog")).to_have_count(0)


def simulate_round(key: str, entries: list[dict[str, Any]], seed: int) -> tuple[dict[str, Any], Any]:
    """A random round by seed, and the table at which it was played."""
    session = replay([event_from_json(one["entry"]) for one in entries])
    return simulate_round_at(session, session.table(), seed), session.table()


def enter_round(thumb: Thumb, key: str) -> None:
    """Enter a round by hand until it can be confirmed: the first of `SEEDS` that needs required answers only."""
    entries = thumb.server.request("GET", "/evening.json", None, thumb.cookie)[1]["entries"]
    asks = thumb.state["asks"]
    faces = thumb.state["evening"]["faces"]
    everything = [code for code, copies in faces.items() for _ in range(copies)]
    # Trick games take the aces and the number of pictures here. Captured cards are another way to answer.
    skipped = ("captured.",) if key in {"kakeya", "etori"} else ()
    for seed in SEEDS:
        round_, table = simulate_round(key, entries, seed)
        answers = {ask.path: ask.answer_in(round_) for ask in game(key).prompts(table)}
        for side in (0, 1) if skipped else ():
            answers[f"pictures.{side}"] = sum(card[0] in "AKQJ" for card in answers[f"captured.{side}"])
        required = [
            one
            for one in asks
            if not one["path"].startswith(skipped or ("-",))
            and (not one["optional"] or (one["kind"] == "number" and skipped))
        ]
        unasked = [path for path, value in answers.items() if value and path not in {one["path"] for one in required}]
        is_whole = (
            key != "kujuroku"
            or sum(len(answers[one["path"]] or ()) for one in required if one["kind"] == "cards") == 48
        )
        if is_whole and (skipped or not unasked):
            break
    for ask in required:
        value, default = answers[ask["path"]], ask.get("default")
        if ask["path"] in thumb.state["draft"]["implied"] or value is None:
            continue
        if ask["kind"] == "cards" and value:
            thumb.enter_cards(ask, [card if isinstance(card, str) else card["card"] for card in value], everything)
        elif ask["kind"] == "number":
            thumb.enter_number(ask, int(value))
        elif ask["kind"] == "choice" and value != default and ask["values"]:
            at = [list(one) if isinstance(one, list | tuple) else one for one in ask["values"]].index(
                list(value) if isinstance(value, tuple) else value
            )
            thumb.choose(ask, at)
    thumb.close_sheet()
    thumb.phone.page.wait_for_function(HAS_SETTLEMENT)


def book_by_hand(browser: Browser, server: TableServer, key: str, people: int) -> Thumb:
    """Book a round by hand, from the table's page on: the thumb with its taps and seconds."""
    phone = Handset(browser, server.url)
    watch_time(phone.context)
    if not server.cookies:
        phone.sign_in()
        server.cookies = phone.context.cookies()
    phone.context.add_cookies(server.cookies)
    seats = people // game(key).people_per_seat
    names = [" & ".join(NAMES[at::seats]) for at in range(seats)] if seats != people else list(NAMES[:people])
    thumb = Thumb(phone, server)
    status, answer = server.request(
        "POST",
        "/api/evening",
        {
            "version": thumb.state["version"],
            "key": f"journey-{key}-{random.random()}",
            "game": key,
            "players": names,
            "pin": PIN,
        },
        thumb.cookie,
    )
    assert status == 200, answer
    page = phone.go("/#table")
    expect(page.locator(".seat").first).to_be_visible()
    machine_seconds(page)
    thumb.tap(page.locator("[data-key=tell]"))
    expect(page.locator(".rim")).to_be_visible()
    enter_round(thumb, key)
    thumb.tap(page.locator("[data-key=book]"))
    page.wait_for_url("**/#table")
    expect(page.locator(".settled")).to_be_visible()
    thumb.seconds = machine_seconds(page)
    assert phone.errors == []
    phone.context.close()
    return thumb


def walk_as_newcomers(browser: Browser, server: TableServer) -> Iterable[tuple[str, Thumb]]:
    """First steps on a synthetic table without an evening: the name of each task, and the thumb that did it."""
    host, guest = Handset(browser, server.url), Handset(browser, server.url)
    watch_time(host.context)
    watch_time(guest.context)
    page = host.go("/")
    expect(page.locator(".welcome")).to_be_visible()
    yield "the first page", Thumb(host, server, seconds=machine_seconds(page))

    def walk(phone: Handset, *taps: tuple[str, str]) -> Thumb:
        """Tap elements in turn, each with what must be visible after it."""
        thumb = Thumb(phone, server)
        for what, then in taps:
            thumb.tap(phone.page.locator(what).first)
            expect(phone.page.locator(then).first).to_be_visible()
            thumb.seconds += machine_seconds(phone.page)
        return thumb

    pin = Thumb(host, server)
    pin.tap(page.locator("#host"))
    page.locator(".sheet input").fill(PIN)
    pin.tap(page.locator(".sheet button.primary"))
    expect(page.locator("#demo")).to_be_visible()
    pin.seconds = machine_seconds(page)
    yield "the host's PIN", pin
    yield "a demo evening", walk(host, ("#demo", ".seat"))
    deal = Thumb(host, server, taps=1)
    assert dealt_on_page(page, seed=5)
    deal.seconds = machine_seconds(page)
    yield "a demo round dealt and read", deal
    yield "confirm it", walk(host, ("[data-key=book]", ".bar button:has-text('Deal a demo round')"))
    guest.go("/")
    expect(guest.page.locator(".seat").first).to_be_visible()
    machine_seconds(guest.page)
    yield "sit down", walk(guest, (".bar a.primary", ".names button"), (".names button >> nth=1", ".seat.me"))
    page.goto(f"{server.url}/#history")
    expect(page.locator(".rounds li").first).to_be_visible()
    machine_seconds(page)
    undo, redo = "button:has-text('Undo')", "button:has-text('Redo')"
    yield "undo and redo", walk(host, (undo, redo), (redo, undo))
    host.go("/learn/otoroku/drill")
    expect(page.locator(".choice-button").first).to_be_visible()
    machine_seconds(page)
    yield "answer a question", walk(host, (".choice-button", ".verdict"))
    assert host.errors == guest.errors == []


def main(keys: list[str]) -> None:
    """Print taps and seconds of every game and of the first steps, or of these games only."""
    expect.set_options(timeout=60_000)

    def print_journey(name: str, thumb: Thumb) -> None:
        print(f"{name:28} {thumb.taps:3} taps {thumb.seconds:6.2f} s", flush=True)

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        server = TableServer(Path(data), "none").start(ready=False)
        for key in keys or JOURNEYS:
            print_journey(key, book_by_hand(browser, server, key, JOURNEYS[key]))
        server.stop()
        if not keys:
            (Path(data) / "demo").mkdir()
            server = TableServer(Path(data) / "demo").start()
            for name, thumb in walk_as_newcomers(browser, server):
                print_journey(name, thumb)
            server.stop()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
