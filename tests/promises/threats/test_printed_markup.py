"""Names full of markup and styles are letters on every sheet that is printed: nothing runs and nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from scanner.enrolled.store import LABEL_SUFFIX
from tests.support.browser import NEEDS_BROWSER
from tests.support.gate import first_in_gate
from tests.unit.web.camera.test_enrolment import write_deck_file
from tests.unit.web.hall.test_server import hall_port as hall_port  # noqa: PLC0414  a fixture
from web.hall.events.event_store import EventPlan
from web.hall.events.referee_changes import draw_round
from web.session.validators import MAX_NAME_LENGTH

PAYLOADS = (
    "<img src=//e.example/a>",
    "</script><svg onload=a>",
    '<style>@import"//e.ex/"',
    "*{background:url(//e.e)}",
    '"><svg onload=a()>',
    "</bdi><iframe src=//e.e>",
    "</style><link href=//e.e",
    "<b style=color:red>x",
    "' onfocus=a() autofocus'",
    "</title><base href=//e.e",
    "{{7*7}}${a()}",
    "\\3c b\\3e /*",
)
NAMES = tuple(text[:MAX_NAME_LENGTH] for text in PAYLOADS)
WATCH = """
window.ran = [];
window.a = () => window.ran.push("a");
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.ran.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.ran.push(`blocked: ${event.blockedURI}`));
"""
WIDE = "鬱" * MAX_NAME_LENGTH
IS_TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
FOREIGN = """() => document.querySelectorAll(
    "bdi *, iframe, object, embed, base, body style, svg[onload], [onerror], [onfocus], [style*=red], [src*='e.e']"
).length"""
"""How many elements only a name can have made."""

pytestmark = NEEDS_BROWSER


@contextmanager
def watched_page(browser: Browser, url: str) -> Iterator[Page]:
    """A page as the printer sees it. It may ask nobody but `url`, and nothing of another may run in it."""
    context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
    context.add_init_script(WATCH)
    page = context.new_page()
    wrong: list[str] = []
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: asked.url.startswith((url, "data:", "about:")) or wrong.append(asked.url))
    page.emulate_media(media="print")
    yield page
    assert wrong == []
    context.close()


def print_page(page: Page, address: str) -> str:
    """Print a page. Its text."""
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 200, address
    assert page.pdf().startswith(b"%PDF")
    assert page.evaluate("window.ran") == [], address
    assert page.evaluate(FOREIGN) == 0, address
    return page.locator("body").inner_text()


@pytest.mark.parametrize("first", first_in_gate(range(0, len(NAMES), 4)))
def test_the_sheet_of_an_event_prints_names_as_they_are(hall, hall_port, browser, first) -> None:
    names = NAMES[first : first + 4]
    number = hall.context.events.create(EventPlan(names[0], "otoroku", {}, 2, "places", 3, 40))
    hall.context.events.enter_all(number, [*names, WIDE])
    draw_round(hall.context.events, number, 5)
    url = f"http://127.0.0.1:{hall_port}"
    with watched_page(browser, url) as page:
        for path in ("", "/sheet", "/tv"):
            text = print_page(page, f"{url}/events/{number}{path}")
            assert names[0].casefold() in text.casefold()
            assert page.evaluate(IS_TOO_WIDE) is False, path
        print_page(page, f"{url}/events/{number}/sheet")
        assert {*names, WIDE} <= set(page.locator("bdi").all_text_contents())


@pytest.mark.parametrize("first", first_in_gate(range(0, len(NAMES), 4)))
def test_cheat_sheets_and_lists_print_names_as_they_are(app, host, address, browser, tmp_path, first) -> None:
    names = NAMES[first : first + 4]
    for number, name in enumerate(names):
        file = write_deck_file(tmp_path, f"deck-{number}")
        file.with_suffix(LABEL_SUFFIX).write_text(name)
        rules = {"name": name, "game": "otoroku", "options": {"wager": 2}}
        assert host.send("/api/house-rules", rules).status_code == 200
    host.open(players=list(names), options={"wager": 2}, deck="deck-0")
    assert host.change("/api/rounds", answers=host.answers()).status_code == 200
    given = quote(names[0], safe="")
    with watched_page(browser, address) as page:
        cookie = host.client.get_cookie(app.config["SESSION_COOKIE_NAME"], "192.168.1.5")
        page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])
        assert names[0] in print_page(page, f"{address}/decks")
        assert names[1] in print_page(page, f"{address}/evenings/1")
        for path in (f"/learn/otoroku?deck=hanafuda&x={given}", "/start?game=otoroku", "/players"):
            print_page(page, address + path)
        for bad in (
            f"/learn/otoroku?deck={given}",
            f"/learn/otoroku?options={given}",
            f"/learn/otoroku?o.wager={given}",
        ):
            page.goto(address + bad)
            assert page.evaluate("window.ran") == []
            assert page.evaluate(FOREIGN) == 0
