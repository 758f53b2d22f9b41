"""The hall in Chromium: live pages, events and accessibility."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.hall import NAMES
from tests.support.page_checks import find_violations
from tests.unit.web.hall.test_server import hall_port as hall_port  # noqa: PLC0414  a fixture
from web.hall.events.event_store import EventPlan
from web.hall.events.referee_changes import change_clock, correct_board, draw_round, toggle_withdrawal

pytestmark = NEEDS_BROWSER
PIN = "246810"
SHOWN_NAMES = """() => {
    const box = document.querySelector("#event > section:last-of-type").getBoundingClientRect();
    const rows = [...document.querySelectorAll("tbody tr")].map((row) => [row, row.getBoundingClientRect()]);
    const whole = rows.filter(([row, at]) => at.top > box.top - 1 && at.bottom < box.bottom + 1);
    return whole.map(([row]) => row.querySelector("bdi").textContent);
}"""
"""The names in those rows of the standings that are wholly in sight."""


def test_a_round_appears_on_every_page_that_shows_its_table(hall, hall_port, browser, tmp_path) -> None:
    url = f"http://127.0.0.1:{hall_port}"
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ja")
        page, overview = context.new_page(), context.new_page()
        overview.goto(url)
        expect(overview.locator("article")).to_contain_text("最初の会を待っています")
        table.play(2).send_all()
        expect(overview.locator("article")).to_contain_text("第3局")
        overview.get_by_role("link", name="Pine").click()
        expect(overview.locator("#table li", has_text="+")).to_have_count(2)
        page.goto(f"{url}/tv")
        expect(page.locator("article")).to_contain_text("Pine")
        table.service.undo(table.change())
        table.send_all()
        expect(overview.locator("#table")).to_contain_text("取り消し済み")
        context.close()


def create_event(hall) -> int:
    """Create an event of nine people, one of whom left: two rounds, a result, a running clock. Its number."""
    events = hall.context.events
    number = events.create(EventPlan("Spring", "otoroku", {"length": "last_standing"}, 4, "places", 3, 40))
    for name in (*NAMES, "Hana", "Jiro", "Mai", "Ren", "Sora"):
        events.enter(number, name)
    draw_round(events, number, 9)
    events.change(number, None, lambda _event: correct_board(1, 2, (5, 3, -2, -6), 0))
    draw_round(events, number, events.load(number).version)
    events.change(number, None, lambda event: change_clock(event, "start"))
    events.change(number, None, lambda event: toggle_withdrawal(event, 2))
    return number


def press(page: Page, name: str) -> None:
    """Send the form with a button of that name, and wait for the page that follows."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def test_an_event_is_run_on_one_phone_and_seen_on_another(hall, hall_port, browser, tmp_path) -> None:
    """A phone follows the draw, the clock, the rounds of a table, and an exchange of seats."""
    url = f"http://127.0.0.1:{hall_port}"
    hall.context.pin.renew(PIN)
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    referee, phone = context.new_page(), context.new_page()
    referee.goto(f"{url}/more")
    referee.locator("input[name=pin]").fill(PIN)
    with referee.expect_navigation():
        referee.locator("form[action='/more/pin'] button").click()
    referee.get_by_role("link", name="Events").click()
    referee.locator("select[name=game]").select_option("otoroku")
    press(referee, "Continue")
    referee.locator("input[name=name]").fill("Spring")
    referee.get_by_text("House rules").click()
    referee.locator("select[name='option.length']").select_option('"last_standing"')
    press(referee, "Make this event")
    referee.locator("textarea").fill("\n".join((*NAMES, "Hana")))
    press(referee, "Add")
    phone.goto(f"{url}/events/1")
    expect(phone.locator("#event")).to_contain_text("has not been drawn")
    press(referee, "Draw round 1")
    expect(phone.locator("article li")).to_have_count(4)
    first_dealer = hall.context.events.load(1).state.rounds[0].boards[0].players[0]
    phone.get_by_label("I am").select_option(str(first_dealer))
    expect(phone.locator(".my-seat")).to_contain_text("You sit at board 1 and deal first.")
    press(referee, "Start the clock")
    expect(phone.get_by_role("timer")).to_contain_text("4")
    event = hall.context.events.load(1)
    round_ = event.state.rounds[0]
    seats = tuple(event.players[player].name for player in round_.boards[0].players)
    with closing(hall.table(tmp_path / "pine", players=seats)) as table:
        table.play(3).send_all()
        expect(phone.locator("article .hint")).to_have_text("rounds: 3")
        expect(phone.get_by_role("link", name="Board 1")).to_have_attribute("href", "/tables/1")
        first = phone.locator("tbody tr", has_text=seats[0])
        expect(first).to_contain_text(f"{table.nets()[seats[0]]:+d}".replace("-", "−"))
        referee.reload()
        referee.locator("select[name=one]").select_option(str(round_.boards[0].players[0]))
        referee.locator("select[name=other]").select_option(str(round_.out[0]))
        press(referee, "Exchange")
        expect(phone.locator("article li").first).to_contain_text(event.players[round_.out[0]].name)
        expect(phone.locator(".my-seat")).to_contain_text("You sit out this round.")
        late = phone.locator("tbody tr", has_text=event.players[round_.out[0]].name)
        expect(late).to_contain_text(f"{table.nets()[seats[0]]:+d}".replace("-", "−"))
    context.close()


@pytest.mark.long
def test_a_list_longer_than_the_big_screen_is_shown_in_turn(hall, hall_port, browser) -> None:
    create_event(hall)
    screen = browser.new_page(viewport={"width": 960, "height": 330})
    screen.clock.install()
    screen.goto(f"http://127.0.0.1:{hall_port}/events/1/tv")
    screen.wait_for_selector("tbody tr")
    shown: list[list[str]] = []
    for _ in range(8):
        shown.append(screen.evaluate(SHOWN_NAMES))
        screen.clock.run_for(8_000)
    people = {*NAMES, "Hana", "Jiro", "Mai", "Ren", "Sora"}
    assert set(shown[0]) < people, "not all fit at once"
    assert {name for part in shown for name in part} == people, "they are shown in turn"
    assert shown.count(shown[0]) > 1, "and again from the first"
    screen.close()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everybody_can_use_every_page(hall, hall_port, browser, tmp_path, lang) -> None:
    url = f"http://127.0.0.1:{hall_port}"
    hall.context.pin.renew(PIN)
    hall.context.members.add("Aki")
    hall.context.members.add("Emi")
    hall.context.setting_store.set_setting("seasons", ["Spring"])
    create_event(hall)
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2)
        table.service.close(table.change())
        table.open()
        table.play(2).send_all()
        hall.context.ratings.compute()
        hall.context.ratings.switch(is_on=True)
        context = browser.new_context(
            viewport={"width": 360, "height": 740}, locale=lang, reduced_motion="reduce", has_touch=True, is_mobile=True
        )
        page = context.new_page()
        page.goto(f"{url}/more")
        page.locator("input[name=pin]").fill(PIN)
        page.locator("form[action='/more/pin'] button").click()
        page.wait_for_selector(".hall-code")
        wrong = {}
        events = ("/events", "/events/new", "/events/1", "/events/1/referee", "/events/1/sheet", "/events/1/tv")
        for path in ("/", "/tables/1", "/members", "/members/1", "/more", "/ratings", "/tv", *events):
            page.goto(url + path)
            if found := find_violations(page):
                wrong[path] = found
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 361 or path.endswith("/tv"), (path, width)
        context.close()
        assert wrong == {}
