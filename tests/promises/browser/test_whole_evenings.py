"""A whole evening of every game there is, from the code to the file taken home: a host, two players and a guest.

The gate plays one of them; `make test-all` plays them all.
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
from tests.support.phone_browser import SEND, Handset, dealt
from tests.support.server import PIN, Served
from web.system.network import own_address

NAMES = ("Aki", "<i>Emi</i>", "健", "Yuki & Co")
WHOLE = "otoroku"
PLAYED = [WHOLE, *(pytest.param(game, marks=pytest.mark.long) for game in games() if game != WHOLE)]
READ = {folder.name for folder in Path(models.__path__[0]).iterdir() if (folder / "manifest.json").exists()}
"""Decks that come with a recogniser; the others are played with by hand."""
ROUNDS = {WHOLE: 2}
"""Rounds of the evening that the gate plays; the others have three."""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    running = Served(tmp_path_factory.mktemp("evenings")).start()
    yield running
    assert running.stop() == 0


@pytest.fixture(scope="module")
def cookies(browser: Browser, served: Served) -> Any:
    """The host's, who gives his PIN once for all evenings."""
    phone = Handset(browser, served.url)
    phone.sign_in()
    found = phone.context.cookies()
    phone.context.close()
    return found


class Table:
    """The phones round one table; what the host does on his page, and what must be true on all of them."""

    def __init__(self, browser: Browser, served: Served, cookies: Any, game: Game) -> None:
        self.browser, self.served, self.game = browser, served, game
        self.phones: list[Handset] = []
        self.host = self.phone()
        self.host.context.add_cookies(cookies)
        self.cookie = next(f"{one['name']}={one['value']}" for one in cookies if one["name"] == "fudayomi")

    def phone(self, **more: str) -> Handset:
        found = Handset(self.browser, self.served.url, **more)
        self.phones.append(found)
        return found

    def begin(self) -> None:
        """The host chooses the game and writes the names."""
        page = self.host.go(f"/start?game={self.game.key}")
        seats = self.game.seats_for(self.game.resolve_options({}))
        self.players = NAMES[: max(seats[0], min(seats[-1], len(NAMES)))]
        if page.locator("#start input[name=evening][value=new]").count():
            page.locator("#start input[name=evening][value=new]").check()
        boxes = page.locator("#players input")
        people = self.players
        if self.game.people_per_seat == 2:
            # Both names of a pair stand beside each other; everybody has a place of his own at the table.
            people = [name for seat in self.players for name in (seat, f"{seat} 2")]
            self.players = [f"{seat} & {seat} 2" for seat in self.players]
        for at in range(boxes.count()):
            boxes.nth(at).fill(people[at] if at < len(people) else "")
        page.get_by_label("The drawn table deals").check()
        for pin in page.locator("#start input[name=pin]").all():
            pin.fill(PIN)
        page.click(".bar button")
        expect(page.locator(".seat")).to_have_count(len(people))
        self.people = people

    def join(self, name: str, **more: str) -> Handset:
        """A phone that scanned the code: its owner taps his name, or watches without one."""
        phone = self.phone(**more)
        page = phone.go("/join")
        page.click(f'.names button[value="{name}"]' if name else "form button.quiet")
        if page.locator("button[name=take]").count():
            page.click("button[name=take]")
        expect(page.locator(".seat.me")).to_have_count(1 if name else 0)
        expect(page.locator(".seat")).to_have_count(len(self.people))
        return phone

    @property
    def state(self) -> dict[str, Any]:
        return self.served.ask("GET", "/api/session", None, self.cookie)[1]

    @property
    def session(self) -> Session:
        """The evening, folded anew from the file one takes home."""
        entries = self.served.ask("GET", "/evening.json", None, self.cookie)[1]["entries"]
        return replay([event_from_json(one["entry"]) for one in entries])

    def lay(self, seed: int) -> None:
        """A round on the table: read by the eyes and looked at by the host, else told by hand."""
        page = self.host.go("/#hands")
        expect(page.locator(".hand").first).to_be_visible()
        self._heard(page)
        if self.state["evening"]["deck"] in READ:
            dealt(page, tries=2)  # else told by hand
            read = self.state["draft"]["hands"]
            self._tell(page, {path: [one["card"] for one in hand] for path, hand in read.items()})
        if "settlement" not in self.state["preview"]:  # no eyes for this deck, or a card misread
            self.tell(seed)

    def tell(self, seed: int) -> None:
        """A round of a pack so shuffled, told by hand."""
        page, session = self.host.page, self.session
        if "#hands" not in page.url:
            self.host.go("/#hands")
            self._heard(page)
        pack = list(self.game.pack(decks()[session.deck], session.options))
        random.Random(seed).shuffle(pack)
        round_ = self.game.simulate_round(pack, session.table())
        self._tell(page, {ask["path"]: None for ask in self.state["asks"]})
        asks = session.rules.prompts(session.table())
        self._tell(page, {ask.path: told for ask in asks if (told := ask.answer_in(round_)) is not None})

    def _tell(self, page: Page, answers: dict[str, Any]) -> None:
        page.evaluate(SEND, answers)

    def book(self) -> None:
        page = self.host.page
        version = self.state["version"]
        page.locator("[data-key=book]").click()
        page.wait_for_url("**/#table")
        assert self.state["version"] == version + 1
        self._heard(page)

    def _heard(self, page: Page) -> None:
        """The host's page knows the newest state, as it does long before a thumb comes down again."""
        page.wait_for_function(
            """async (version) => (await import("/static/js/core/store.js")).store.snapshot?.version === version""",
            arg=self.state["version"],
        )

    def same(self) -> None:
        """Every phone shows what everybody holds."""
        held = [str(stones) for stones in self.state["evening"]["stones"]]
        pair = self.game.people_per_seat
        for phone in self.phones:
            if "#" not in phone.page.url or phone.page.url.endswith("#table"):
                for at, stones in enumerate(held):
                    seat = phone.page.locator(".seat", has=phone.page.get_by_text(self.people[at * pair], exact=True))
                    expect(seat.locator(".held b")).to_have_text(stones)

    def close(self) -> None:
        for phone in self.phones:
            assert phone.wrong == []
            phone.context.close()


@pytest.fixture
def table(browser: Browser, served: Served, cookies: Any, request: pytest.FixtureRequest) -> Iterator[Table]:
    laid = Table(browser, served, cookies, games()[request.param])
    yield laid
    laid.close()


@pytest.mark.parametrize("table", PLAYED, indirect=True, ids=str)
def test_an_evening_from_the_code_to_the_file(table: Table) -> None:
    table.begin()
    table.join(table.people[1], locale="ja")
    table.join(table.people[0], color_scheme="dark")
    table.join("", locale="ja")
    for seed in range(ROUNDS.get(table.game.key, 3)):
        if table.state["evening"]["over"]:
            break
        table.lay(seed)
        table.book()
        table.same()
    before = table.state["evening"]["stones"]
    page = table.host.go("/#history")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".rounds .undone")).to_have_count(1)
    table.same()
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".rounds .undone")).to_have_count(0)
    assert table.state["evening"]["stones"] == before
    page = table.host.go("/more")
    page.locator(".ending summary").click()
    for pin in page.locator(".ending input[name=pin]").all():
        pin.fill(PIN)
    page.locator(".ending button").click()
    page.wait_for_url("**/")
    home(table, page)


def home(table: Table, page: Page) -> None:
    """Ranking, payments and the file say the same."""
    tally = table.served.ask("GET", "/api/tally", None, table.cookie)[1]
    for phone in table.phones:
        shown = phone.go("/#evening")
        expect(shown.locator(".ranking tbody tr")).to_have_count(len(table.players))
        expect(shown.locator(".pays li")).to_have_count(len(tally["payments"]))
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
    net = {name: sum(int(row["net"]) for row in rows if row["player"] == name) for name in table.players}
    assert net == {one["name"]: one["net"] for one in tally["ranking"]}


@pytest.mark.parametrize("table", [WHOLE], indirect=True)
def test_two_hosts_press_settle_at_once_and_one_round_is_booked(table: Table, cookies: Any) -> None:
    table.begin()
    other = table.phone()
    other.context.add_cookies(cookies)
    table.tell(1)
    other.page.clock.install()
    first, second = table.host.page, other.go("/#hands")
    for page in (first, second):
        expect(page.locator("[data-key=book]")).to_be_enabled()
    # The other's finger is down when news of the round comes: it is lifted from the button that was pressed.
    second.locator("[data-key=book]").hover()
    second.mouse.down()
    second.clock.pause_at(second.evaluate("Date.now()") / 1000 + 1)  # however long that takes, it is not too long
    table.book()
    expect(second.locator("#news")).to_contain_text("Round 1 is settled")
    second.mouse.up()
    second.clock.resume()
    expect(second.get_by_role("alertdialog")).to_contain_text("stale")
    second.get_by_role("button", name="Close").click()
    expect(second.locator(".preview")).to_have_count(0)
    assert [one.undone for one in table.session.history] == [False]
    # Both have pressed before the table hears of either.
    table.tell(2)
    pressed: list[Route] = []
    for page in (first, second):
        page.route("**/api/rounds", lambda route: pressed.append(route))  # noqa: PLW0108  playwright marks what it is given
        page.locator("[data-key=book]").click()
    while len(pressed) < 2:
        first.wait_for_timeout(20)
    for one in pressed:
        one.continue_()
    refusals = [page.locator("[role=alertdialog]") for page in (first, second)]
    while not any(refusal.count() for refusal in refusals):
        first.wait_for_timeout(20)
    (second if refusals[0].count() else first).wait_for_url("**/#table")
    # One of them is told that the other was first; nothing is booked twice.
    told = [refusal.all_inner_texts() for refusal in refusals]
    assert sorted(map(len, told)) == [0, 1]
    assert "stale" in str(told)
    assert [one.undone for one in table.session.history] == [False, False]
