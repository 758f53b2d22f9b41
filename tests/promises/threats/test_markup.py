"""Markup in any text runs on no page in Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import NEEDS_BROWSER
from tests.support.gate import first_in_gate
from tests.support.server import PIN, TableServer
from tests.support.table import HANDS
from web.session.validators import MAX_NAME_LENGTH
from web.system.network import own_address

TAGS = ("<svg onload=a()>", "<img src=x onerror=a()>", "<script>a()</script>", "<body onload=a()>", "<b>x", "</script>")
BREAKS = ("", "'>", '">', "'", '"', "`", "-->", "]]>", "</a>", "\\", "{{7*7}}", "${a()}", "&lt;", "&#60;")
WORDS = ("javascript:a()", "' onfocus=a() autofocus '", '" onclick=a() x="', "{{config}}", "%3Csvg%20onload=a()%3E")
PAYLOADS = [
    text for text in (*(b + t for b in BREAKS for t in TAGS), *BREAKS[1:], *WORDS) if len(text) <= MAX_NAME_LENGTH
]
OURS = {lead + tag for lead in ("", '">', '"') for tag in ("</script>", "</a>")}  # all our pages contain these
PAGES = ("/", "/#hands", "/#history", "/more", "/join", "/start", "/settings")
WATCH = """
window.ran = [];
window.a = () => window.ran.push("a");
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.ran.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.ran.push(`blocked: ${event.blockedURI}`));
"""

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server, for all tests of this module."""
    running = TableServer(tmp_path_factory.mktemp("markup"), source="none").start(ready=False)
    assert running.request("POST", "/api/host", {"pin": PIN})[0] == 200
    running.host_cookie = running.cookie
    yield running
    assert running.stop() == 0


@pytest.fixture
def phone(browser: Browser, server: TableServer) -> Iterator[Page]:
    """A page of the host, on which no script of another may run."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.add_init_script(WATCH)
    name, _, value = server.host_cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": server.url}])
    page = context.new_page()
    wrong: list[str] = []
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    assert wrong == []
    context.close()


def play_evening(server: TableServer, names: list[str], number: int) -> None:
    """Play an evening of these players with one booked round."""
    session = server.request("GET", "/api/session")[1]
    start = {
        "version": session["version"],
        "key": f"evening-{number:04}",
        "game": "otoroku",
        "players": names,
        "pin": PIN,
    }
    assert server.request("POST", "/api/evening", start, server.host_cookie)[0] == 200, names
    # As many as can sit at the table: the four of the other tests, and three more.
    hands = [*HANDS, ["h05-1", "h06-1"], ["h05-2", "h06-2"], ["h07-2", "h04-1"]]
    answers = {f"hands.{seat}": hand for seat, hand in enumerate(hands)}
    change = {"version": 1, "key": f"round-{number:05}", "answers": answers}
    assert server.request("POST", "/api/rounds", change, server.host_cookie)[0] == 200


def open_page(page: Page, url: str) -> None:
    page.goto("about:blank")  # another fragment of an open page would not load it anew
    page.goto(url)
    if page.locator("main#main").count():
        page.locator("#main > *").first.wait_for(state="attached")  # the stream's first state is drawn
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)))")
    assert page.evaluate("window.ran ?? []") == [], url


def test_enough_payloads():
    assert len(set(PAYLOADS)) > 60


# The gate looks at one evening whose players have such names, `make test-all` at as many as all names need.
@pytest.mark.parametrize("step", first_in_gate([len(PAYLOADS), 7]))
def test_names_are_names_on_every_page(server, phone, step):
    for number in range(0, len(PAYLOADS) - 6, step):
        names = [*dict.fromkeys(text.strip() for text in PAYLOADS[number : number + 7] if text.strip())]
        names += ["A", "B", "C", "D", "E", "F", "G"][len(names) :]
        play_evening(server, names, number)
        for path in PAGES:
            open_page(phone, server.url + path)


def test_what_an_address_says_is_only_said(server, phone):
    for text in PAYLOADS[::20]:
        given = quote(text, safe="")
        for path in (
            "/start?game={}",
            "/start?player={}&player={}",
            "/learn/{}",
            "/art/{}.svg",
            "/join?name={}",
            "/#{}",
        ):
            open_page(phone, server.url + path.replace("{}", given))


def test_every_payload_comes_back_as_text(host):
    for number in range(0, len(PAYLOADS), 4):
        names = [*dict.fromkeys(text.strip() for text in PAYLOADS[number : number + 4])]
        if len(names) == 4 and all(names):
            host.open(players=names)
            for path in ("/", "/more", "/join", "/start"):
                text = host.get(path).data.decode()
                for name in names:
                    if "<" in name and name not in OURS:
                        assert name not in text, (path, name)
