"""A served table with an evening on it, and the list of its pages."""

from __future__ import annotations

import re
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.hands import HANDS
from tests.support.server import PIN, TableServer
from web.routes import discover_nav_entries

PLAYERS = ("Aki", "Emi", "健", "Yuki")
GAME = "otoroku"
SHOWN_HANDS = "/#hands"
"""The first page with the hands of the round. It is not in the menu."""
NOT_PAGES = frozenset({"/openapi.json"})
"""Entries of the menu that are no pages."""


class Stage:
    """A synthetic table with a host and four players: three rounds are booked, the fourth lies on the table."""

    def __init__(self, folder: Path) -> None:
        self.server = TableServer(folder).start()
        try:
            self._play()
        except BaseException:
            self.server.kill()
            raise

    def _play(self) -> None:
        assert self.request("POST", "/api/host", {"pin": PIN})["host"]
        self.cookie = self.server.cookie
        self.count = 0
        self.change("/api/demo/evening", game=GAME, players=list(PLAYERS))
        for turn in range(3):
            hands = HANDS[turn:] + HANDS[:turn]
            self.change("/api/rounds", answers={f"hands.{seat}": hand for seat, hand in enumerate(hands)})
        self.deal(5)

    def close(self) -> None:
        """Stop the table."""
        assert self.server.stop() == 0

    def request(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """The answer to one request of the host's phone, which must succeed."""
        status, answer = self.server.request(method, path, body, getattr(self, "cookie", ""))
        assert status == 200, (path, answer)
        return answer

    @property
    def state(self) -> dict[str, Any]:
        """The session as the host's phone sees it."""
        return self.request("GET", "/api/session")

    def change(self, path: str, **body: object) -> None:
        """Change the ledger or the draft."""
        self.count += 1
        version = self.state["version"]
        self.request("POST", path, {"version": version, "key": f"on-the-stage-{self.count:04d}", **body})

    def deal(self, seed: int) -> None:
        """Deal a round on the synthetic table, have it read, and confirm every card that was in doubt.

        Deals again where the scanner timed out, as it may on a busy machine.
        """
        for _ in range(30):
            answer = self.server.request(
                "POST", "/api/demo/round", {"version": self.state["version"], "seed": seed}, self.cookie
            )
            if answer[0] == 200:
                break
            assert answer[1]["error"]["code"] == "scanner_down", answer
            self.server.wait_until_up()
        assert answer[0] == 200, answer
        sure = {path: [{**card, "sure": True} for card in hand] for path, hand in self.state["draft"]["hands"].items()}
        self.change("/api/draft", answers=sure)

    def context(self, browser: Browser, *, host: bool = True, **more: Any) -> BrowserContext:
        """A browser context of 390 × 844 pixels, signed in as the host or not."""
        more = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, **more}
        context = browser.new_context(**more)
        if host:
            name, _, value = self.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": self.server.url}])
        return context

    def show(self, page: Page, path: str) -> Page:
        """Open a path and wait until its script has drawn the table."""
        page.goto("about:blank")  # another fragment of an open page would not load it anew
        page.goto(self.server.url + path)
        if path == "/" or path.startswith(("/#", "/tv")):
            page.wait_for_selector(".seat, .rounds, .ranking", state="attached")
        return page


def list_pages(app: Flask, stage: Stage) -> list[str]:
    """Paths of all pages: those of the menu, and every route that answers a host with HTML."""
    filled = {re.sub(r"<key>", GAME, rule.rule) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    menu = {place.path for place in discover_nav_entries()} - NOT_PAGES
    found = menu | {one for one in filled if "<" not in one and not one.startswith("/api/")}
    return [path for path in sorted({*found, SHOWN_HANDS}) if "#" in path or _is_html_page(stage, path)]


def _is_html_page(stage: Stage, path: str) -> bool:
    connection = HTTPConnection(stage.server.host, stage.server.port, timeout=120)
    connection.request("GET", path, headers={"Cookie": stage.cookie})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status == 200 and (answer.getheader("Content-Type") or "").startswith("text/html")
