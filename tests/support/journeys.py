"""道のり michinori: taps, and seconds of the machine, for what a host does most: `python -m tests.support.journeys`.

A thumb on the real page enters a round of every game by hand, as a reader of the page would: what follows by itself is
left to the page, whole months and "the rest" are taken with one tap. Typed digits are no taps; tapping their field is.
Then it walks what newcomers walk: from the first page to a demo round, from the code to a seat. The seconds are those
that the table takes to show what a tap asked for (`tests/support/machine_time.py`).
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
from tests.support.phone_browser import dealt as dealt_on_page
from tests.support.server import PIN, Served

JOURNEYS: dict[str, int] = {
    "otoroku": 3,
    "kujuroku": 4,
    "kakeya": 4,
    "etori": 4,
    "dontsuku": 3,
    "tokotoko": 4,
    "koikoi": 2,
}
"""The games that are entered, and how many people play."""
NAMES = ("Martha", "Jonas", "Lena", "Kenji")
SEEDS = range(200)
SETTLED = """async () => (await (await fetch('/api/session')).json()).preview?.settlement != null"""


@dataclass
class Thumb:
    """The host's thumb on one phone, and how often it came down."""

    phone: Handset
    served: Served
    taps: int = 0
    seconds: float = 0
    """Of the machine, from taps to what they showed."""
    laid: Counter[str] = field(default_factory=Counter)
    """The cards entered so far."""

    @property
    def cookie(self) -> str:
        """The phone's own."""
        return next(f"{one['name']}={one['value']}" for one in self.phone.context.cookies())

    @property
    def state(self) -> dict[str, Any]:
        """The whole state."""
        return self.served.ask("GET", "/api/session", None, self.cookie)[1]

    def tap(self, what: Locator) -> None:
        """One tap."""
        self.taps += 1
        what.tap()

    def enter(self, ask: dict[str, Any], cards: list[str], everything: Iterable[str]) -> None:
        """The cards of one hand or pile, from the sheet that is open or a new one."""
        page = self.phone.page
        sheet = page.locator("dialog.sheet")
        owner = page.locator(f'[data-hand="{ask["path"]}"] h3 bdi').inner_text()
        following = sheet.locator("[data-key=next]")
        if following.count() and owner in following.inner_text():
            self.tap(following)
        else:
            if sheet.count():
                self.tap(sheet.get_by_role("button", name="Done"))
                expect(sheet).to_have_count(0)
            self.tap(page.locator(f'[data-key="add {ask["path"]}"]'))
        expect(sheet.locator("h2")).to_contain_text(owner)
        groups = [codes for _, codes in decks()[self.state["evening"]["deck"]].groups]
        left = list(cards)
        while left:
            free = Counter(everything) - self.laid
            group = next(codes for codes in groups if left[0] in codes)
            whole = [code for code in free.elements() if code in group]
            is_pile = ask["shares"] and not ask["cards"]
            if is_pile and free == Counter(left) and sheet.locator("[data-key=rest]").count():
                self.tap(sheet.locator("[data-key=rest]"))
                took = list(left)
            elif is_pile and len(whole) > 1 and Counter(whole) <= Counter(left):
                row = sheet.locator(f'.group:has(img[src="/art/{left[0]}.svg"]) button.whole')
                self.tap(row)
                took = whole
            else:
                self.tap(sheet.locator(f'.face:has(img[src="/art/{left[0]}.svg"])'))
                took = left[:1]
            left = list((Counter(left) - Counter(took)).elements())
            self.laid += Counter(took)
            if ask["most"] != 1:
                expect(sheet.locator(".sheet-hand .thumb")).to_have_count(len(cards) - len(left))

    def number(self, ask: dict[str, Any], value: int) -> None:
        """A number typed into its field."""
        numbers = [one["path"] for one in self.state["asks"] if one["kind"] == "number" and not one.get("only_with")]
        box = self.phone.page.locator(".stepper input").nth(numbers.index(ask["path"]))
        if box.input_value() == str(value):
            return
        self.tap(box)
        box.fill(str(value))
        box.press("Enter")


def dealt(key: str, entries: list[dict[str, Any]], seed: int) -> tuple[dict[str, Any], Any]:
    """A simulated round of that seed, and the table it was played at."""
    session = replay([event_from_json(one["entry"]) for one in entries])
    pack = list(session.rules.pack(decks()[session.deck], session.options))
    random.Random(seed).shuffle(pack)
    table = session.table()
    return game(key).simulate_round(pack, table), table


def enter_round(thumb: Thumb, key: str) -> None:
    """One round by hand until it can be confirmed: the shortest that the page needs to know all of."""
    entries = thumb.served.ask("GET", "/evening.json", None, thumb.cookie)[1]["entries"]
    asks = thumb.state["asks"]
    faces = thumb.state["evening"]["faces"]
    everything = [code for code, copies in faces.items() for _ in range(copies)]
    # Trick games ask for the aces and a number; laying out the pictures themselves is another way.
    skipped = ("captured.",) if key in {"kakeya", "etori"} else ()
    for seed in SEEDS:
        round_, table = dealt(key, entries, seed)
        told = {ask.path: ask.answer_in(round_) for ask in game(key).prompts(table)}
        for side in (0, 1) if skipped else ():
            told[f"pictures.{side}"] = sum(card[0] in "AKQJ" for card in told[f"captured.{side}"])
        plain = [
            one
            for one in asks
            if not one["path"].startswith(skipped or ("-",))
            and (not one["optional"] or (one["kind"] == "number" and skipped))
        ]
        extra = [path for path, value in told.items() if value and path not in {one["path"] for one in plain}]
        whole = key != "kujuroku" or sum(len(told[one["path"]] or ()) for one in plain if one["kind"] == "cards") == 48
        if whole and (skipped or not extra):
            break
    for ask in plain:
        value, default = told[ask["path"]], ask.get("default")
        if ask["path"] in thumb.state["draft"]["implied"] or value is None:
            continue
        if ask["kind"] == "cards" and value:
            thumb.enter(ask, [card if isinstance(card, str) else card["card"] for card in value], everything)
        elif ask["kind"] == "number":
            _close(thumb)
            thumb.number(ask, int(value))
        elif ask["kind"] == "choice" and value != default and ask["values"]:
            _close(thumb)
            at = [list(one) if isinstance(one, list | tuple) else one for one in ask["values"]].index(
                list(value) if isinstance(value, tuple) else value
            )
            thumb.tap(thumb.phone.page.locator(f'[data-key="{ask["path"]} {at}"]'))
    _close(thumb)
    thumb.phone.page.wait_for_function(SETTLED)


def _close(thumb: Thumb) -> None:
    sheet = thumb.phone.page.locator("dialog.sheet")
    if sheet.count():
        thumb.tap(sheet.get_by_role("button", name="Done"))
        expect(sheet).to_have_count(0)


def round_by_hand(browser: Browser, served: Served, key: str, people: int) -> Thumb:
    """The thumb that went from the table to a confirmed round."""
    phone = Handset(browser, served.url)
    watch_time(phone.context)
    if not served.cookies:
        phone.sign_in()
        served.cookies = phone.context.cookies()
    phone.context.add_cookies(served.cookies)
    seats = people // game(key).people_per_seat
    names = [" & ".join(NAMES[at::seats]) for at in range(seats)] if seats != people else list(NAMES[:people])
    thumb = Thumb(phone, served)
    status, said = served.ask(
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
    assert status == 200, said
    page = phone.go("/#table")
    expect(page.locator(".seat").first).to_be_visible()
    machine_seconds(page)
    thumb.tap(page.get_by_role("button", name="Enter the hands"))
    expect(page.locator(".hand").first).to_be_visible()
    enter_round(thumb, key)
    thumb.tap(page.locator("[data-key=book]"))
    page.wait_for_url("**/#table")
    expect(page.locator(".settled")).to_be_visible()
    thumb.seconds = machine_seconds(page)
    assert phone.wrong == []
    phone.context.close()
    return thumb


def newcomers(browser: Browser, served: Served) -> Iterable[tuple[str, Thumb]]:
    """What newcomers walk on a synthetic table on which nothing has begun: each walk and the thumb that did it."""
    host, guest = Handset(browser, served.url), Handset(browser, served.url)
    watch_time(host.context)
    watch_time(guest.context)
    page = host.go("/")
    expect(page.locator(".welcome")).to_be_visible()
    yield "the first page", Thumb(host, served, seconds=machine_seconds(page))

    def walked(phone: Handset, *taps: tuple[str, str]) -> Thumb:
        """Each tap by what is tapped, and what stands there after it."""
        thumb = Thumb(phone, served)
        for what, then in taps:
            thumb.tap(phone.page.locator(what).first)
            expect(phone.page.locator(then).first).to_be_visible()
            thumb.seconds += machine_seconds(phone.page)
        return thumb

    pin = Thumb(host, served)
    pin.tap(page.locator("#host"))
    page.locator(".sheet input").fill(PIN)
    pin.tap(page.locator(".sheet button.primary"))
    expect(page.locator("#demo")).to_be_visible()
    pin.seconds = machine_seconds(page)
    yield "the host's PIN", pin
    yield "a demo evening", walked(host, ("#demo", ".seat"))
    deal = Thumb(host, served, taps=1)
    assert dealt_on_page(page, seed=5)
    deal.seconds = machine_seconds(page)
    yield "a demo round dealt and read", deal
    yield "confirm it", walked(host, ("[data-key=book]", ".bar button:has-text('Deal a demo round')"))
    guest.go("/")
    expect(guest.page.locator(".seat").first).to_be_visible()
    machine_seconds(guest.page)
    yield "sit down", walked(guest, (".bar a.primary", ".names button"), (".names button >> nth=1", ".seat.me"))
    page.goto(f"{served.url}/#history")
    expect(page.locator(".rounds li").first).to_be_visible()
    machine_seconds(page)
    undo, redo = "button:has-text('Undo')", "button:has-text('Redo')"
    yield "undo and redo", walked(host, (undo, redo), (redo, undo))
    host.go("/learn/otoroku/drill")
    expect(page.locator(".choice-button").first).to_be_visible()
    machine_seconds(page)
    yield "answer a question", walked(host, (".choice-button", ".verdict"))
    assert host.wrong == guest.wrong == []


def main(keys: list[str]) -> None:
    """Prints taps and seconds of every game, and of what newcomers walk; with games only those."""
    expect.set_options(timeout=60_000)

    def tell(name: str, thumb: Thumb) -> None:
        print(f"{name:28} {thumb.taps:3} taps {thumb.seconds:6.2f} s", flush=True)

    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        served = Served(Path(data), "none").start(ready=False)
        for key in keys or JOURNEYS:
            tell(key, round_by_hand(browser, served, key, JOURNEYS[key]))
        served.stop()
        if not keys:
            (Path(data) / "demo").mkdir()
            served = Served(Path(data) / "demo").start()
            for name, thumb in newcomers(browser, served):
                tell(name, thumb)
            served.stop()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
