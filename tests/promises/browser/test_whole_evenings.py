"""An evening of each game, from the code to the exported file.

A host, two players and a guest take part. `make test-all` plays them.
"""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import models
from scorer.decks import decks
from scorer.games import games
from scorer.rules.game import Game
from scorer.session.events import event_from_json
from scorer.session.reducer import replay
from scorer.session.state import Session
from tests.support.browser import NEEDS_BROWSER
from tests.support.phone_browser import SEND_ANSWERS, Handset, deal_demo_round
from tests.support.server import PIN, TableServer
from web.system.network import own_address

NAMES = ("Aki", "<i>Emi</i>", "健", "Yuki & Co")
READABLE_DECKS = {folder.name for folder in Path(models.__path__[0]).iterdir() if (folder / "manifest.json").exists()}
"""Decks with a model of their own. Cards of other decks are entered by hand."""
ROUNDS = 3
"""Rounds of an evening."""

pytestmark = [
    pytest.mark.long,
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A synthetic table, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("evenings")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def host_cookies(browser: Browser, server: TableServer) -> Any:
    """Cookies of a signed-in host, who gives the PIN once for all evenings."""
    phone = Handset(browser, server.url)
    phone.sign_in()
    found = phone.context.cookies()
    phone.context.close()
    return found


class Table:
    """The phones at one table, the actions of the host, and what all phones must show."""

    def __init__(self, browser: Browser, server: TableServer, cookies: Any, game: Game) -> None:
        self.browser, self.server, self.game = browser, server, game
        self.phones: list[Handset] = []
        self.host = self.open_phone()
        self.host.context.add_cookies(cookies)
        self.cookie = next(f"{one['name']}={one['value']}" for one in cookies if one["name"] == "fudayomi")

    def open_phone(self, **more: str) -> Handset:
        found = Handset(self.browser, self.server.url, **more)
        self.phones.append(found)
        return found

    def begin(self) -> None:
        """Choose the game, enter the names and begin."""
        page = self.host.go(f"/start?game={self.game.key}")
        seats = self.game.seats_for(self.game.resolve_options({}))
        self.players = NAMES[: max(seats[0], min(seats[-1], len(NAMES)))]
        if page.locator("#start input[name=evening][value=new]").count():
            page.locator("#start input[name=evening][value=new]").check()
        boxes = page.locator("#players input")
        people = self.players
        if self.game.people_per_seat == 2:
            # The form has the names of a pair side by side. Each person has a place of their own at the table.
            people = [name for seat in self.players for name in (seat, f"{seat} 2")]
            self.players = [f"{seat} & {seat} 2" for seat in self.players]
        for at in range(boxes.count()):
            boxes.nth(at).fill(people[at] if at < len(people) else "")
        page.get_by_label("Practise with drawn cards").check()
        for pin in page.locator("#start input[name=pin]").all():
            pin.fill(PIN)
        page.click(".bar button")
        expect(page.locator(".seat")).to_have_count(len(people))
        self.people = people

    def join(self, name: str, **more: str) -> Handset:
        """A phone that joined by the code: as the player `name`, or as a guest with ""."""
        phone = self.open_phone(**more)
        page = phone.go("/join")
        page.click(f'.names button[value="{name}"]' if name else "form button.quiet")
        if page.locator("button[name=take]").count():
            page.click("button[name=take]")
        expect(page.locator(".seat.me")).to_have_count(1 if name else 0)
        expect(page.locator(".seat")).to_have_count(len(self.people))
        return phone

    @property
    def state(self) -> dict[str, Any]:
        return self.server.request("GET", "/api/session", None, self.cookie)[1]

    @property
    def session(self) -> Session:
        """The session, replayed from the exported file."""
        entries = self.server.request("GET", "/evening.json", None, self.cookie)[1]["entries"]
        return replay([event_from_json(one["entry"]) for one in entries])

    def enter_round(self, seed: int) -> None:
        """Enter a round: read by the scanner and confirmed by the host, else by hand."""
        page = self.host.go("/#hands")
        expect(page.locator(".rim")).to_be_visible()
        self._wait_for_version(page)
        if self.state["evening"]["deck"] in READABLE_DECKS:
            deal_demo_round(page, tries=2)  # else the round is entered by hand
            read = self.state["draft"]["hands"]
            self._send_answers(page, {path: [one["card"] for one in hand] for path, hand in read.items()})
        if "settlement" not in self.state["preview"]:  # no model for this deck, or a card was misread
            self.enter_by_hand(seed)

    def enter_by_hand(self, seed: int) -> None:
        """Enter a random round by hand, from a pack shuffled by `seed`."""
        page, session = self.host.page, self.session
        if "#hands" not in page.url:
            self.host.go("/#hands")
            self._wait_for_version(page)
        pack = list(self.game.pack(decks()[session.deck], session.options))
        random.Random(seed).shuffle(pack)
        round_ = self.game.simulate_round(pack, session.table())
        self._send_answers(page, {ask["path"]: None for ask in self.state["asks"]})
        asks = session.rules.prompts(session.table())
        self._send_answers(page, {ask.path: answer for ask in asks if (answer := ask.answer_in(round_)) is not None})

    def _send_answers(self, page: Page, answers: dict[str, Any]) -> None:
        page.evaluate(SEND_ANSWERS, answers)

    def book(self) -> None:
        page = self.host.page
        version = self.state["version"]
        page.locator("[data-key=book]").click()
        page.wait_for_url("**/#table")
        assert self.state["version"] == version + 1
        self._wait_for_version(page)

    def _wait_for_version(self, page: Page) -> None:
        """Wait until the host's page has the newest state."""
        page.wait_for_function(
            """async (version) => (await import("/static/js/core/store.js")).store.snapshot?.version === version""",
            arg=self.state["version"],
        )

    def expect_same_stones(self) -> None:
        """Every phone shows the stones of all players."""
        held = [str(stones).replace("-", "−") for stones in self.state["evening"]["stones"]]
        pair = self.game.people_per_seat
        for phone in self.phones:
            if "#" not in phone.page.url or phone.page.url.endswith("#table"):
                for at, stones in enumerate(held):
                    seat = phone.page.locator(".seat", has=phone.page.get_by_text(self.people[at * pair], exact=True))
                    expect(seat.locator(".held b")).to_have_text(stones)

    def close(self) -> None:
        for phone in self.phones:
            assert phone.errors == []
            phone.context.close()


@pytest.fixture
def table(browser: Browser, server: TableServer, host_cookies: Any, request: pytest.FixtureRequest) -> Iterator[Table]:
    """The phones at a table that plays the game of the parameter."""
    opened = Table(browser, server, host_cookies, games()[request.param])
    yield opened
    opened.close()


@pytest.mark.parametrize("table", games(), indirect=True, ids=str)
def test_an_evening_from_the_code_to_the_file(table: Table) -> None:
    table.begin()
    table.join(table.people[1], locale="ja")
    table.join(table.people[0], color_scheme="dark")
    table.join("", locale="ja")
    for seed in range(ROUNDS):
        if table.state["evening"]["over"]:
            break
        table.enter_round(seed)
        table.book()
        table.expect_same_stones()
    before = table.state["evening"]["stones"]
    page = table.host.go("/#history")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rounds .undone")).to_have_count(1)
    table.expect_same_stones()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".rounds .undone")).to_have_count(0)
    assert table.state["evening"]["stones"] == before
    page = table.host.go("/more")
    page.locator(".ending summary").click()
    for pin in page.locator(".ending input[name=pin]").all():
        pin.fill(PIN)
    page.locator(".ending button").click()
    page.wait_for_url("**/")
    check_files(table, page)


def check_files(table: Table, page: Page) -> None:
    """Ranking, payments and the exported file agree."""
    tally = table.server.request("GET", "/api/tally", None, table.cookie)[1]
    for phone in table.phones:
        summary = phone.go("/#evening")
        expect(summary.locator(".ranking tbody tr")).to_have_count(len(table.people))
        expect(summary.locator(".pays li")).to_have_count(len(tally["payments"]))
    balances = [one["net"] for one in tally["ranking"]]
    assert balances == sorted(balances, reverse=True)
    assert sum(balances) + tally["unowned"] == 0
    table.host.go("/files")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    content = Path(download.value.path()).read_text(encoding="utf-8")
    assert content.startswith("\ufeff")
    rows = list(csv.DictReader(content.removeprefix("\ufeff").splitlines()))
    session = table.session
    assert len(rows) == sum(len(played.players) for played in session.history)
    net = {one["name"]: one["net"] for one in tally["ranking"]}
    pair = table.game.people_per_seat
    for at in range(0, len(table.people), pair):
        seat = table.people[at : at + pair]
        player = " & ".join(seat)
        assert sum(int(row["net"]) for row in rows if row["player"] == player) == sum(net[name] for name in seat)


@pytest.mark.parametrize("table", ["otoroku"], indirect=True)
def test_two_hosts_press_settle_at_once_and_one_round_is_booked(table: Table, host_cookies: Any) -> None:
    table.begin()
    other = table.open_phone()
    other.context.add_cookies(host_cookies)
    table.enter_by_hand(1)
    other.page.clock.install()
    first, second = table.host.page, other.go("/#hands")
    for page in (first, second):
        expect(page.locator("[data-key=book]")).to_be_enabled()
    # The second host holds the button down while news of the round comes, then lifts the finger.
    second.locator("[data-key=book]").hover()
    second.mouse.down()
    second.clock.pause_at(second.evaluate("Date.now()") / 1000 + 1)  # so no time-out can pass meanwhile
    table.book()
    expect(second.locator("#news")).to_contain_text("Round 1 is settled")
    second.mouse.up()
    second.clock.resume()
    expect(second.get_by_role("alertdialog")).to_contain_text("stale")
    second.get_by_role("button", name="Close").click()
    expect(second.locator(".preview")).to_have_count(0)
    assert [one.undone for one in table.session.history] == [False]
    # Both press before the table gets either request.
    table.enter_by_hand(2)
    pressed: list[Route] = []
    for page in (first, second):
        page.route("**/api/rounds", lambda route: pressed.append(route))  # noqa: PLW0108  playwright sets attributes of its handler
        page.locator("[data-key=book]").click()
    while len(pressed) < 2:
        first.wait_for_timeout(20)
    for one in pressed:
        one.continue_()
    refusals = [page.locator("[role=alertdialog]") for page in (first, second)]
    while not any(refusal.count() for refusal in refusals):
        first.wait_for_timeout(20)
    (second if refusals[0].count() else first).wait_for_url("**/#table")
    # One of them is refused because the other was first. The round is booked once.
    messages = [refusal.all_text_contents() for refusal in refusals]  # the code is folded away
    assert sorted(map(len, messages)) == [0, 1]
    assert "stale" in str(messages)
    assert [one.undone for one in table.session.history] == [False, False]
