"""舞台 butai: an evening on the drawn table to look at, and every page it has, found by themselves."""

from __future__ import annotations

import re
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.hands import HANDS
from tests.support.server import PIN, Served
from web.routes import discover_nav_entries

PLAYERS = ("Aki", "Emi", "健", "Yuki")
GAME = "otoroku"
SHOWING = "/#hands"
"""The table while the hands of a round are shown: a state of the first page, not one of the menu."""
BARE = frozenset({"/openapi.json"})
"""What stands under More and is no page."""


class Stage:
    """A served table with a host, an evening of four, three rounds booked and a fourth lying on the table."""

    def __init__(self, folder: Path) -> None:
        self.served = Served(folder).start()
        try:
            self._play()
        except BaseException:
            self.served.kill()
            raise

    def _play(self) -> None:
        assert self.ask("POST", "/api/host", {"pin": PIN})["host"]
        self.cookie = self.served.cookie
        self.count = 0
        self.change("/api/demo/evening", game=GAME, players=list(PLAYERS))
        for turn in range(3):
            hands = HANDS[turn:] + HANDS[:turn]
            self.change("/api/rounds", answers={f"hands.{seat}": hand for seat, hand in enumerate(hands)})
        self.deal(5)

    def close(self) -> None:
        """Ends the table."""
        assert self.served.stop() == 0

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """The answer to one request of the host's phone."""
        status, told = self.served.ask(method, path, body, getattr(self, "cookie", ""))
        assert status == 200, (path, told)
        return told

    @property
    def state(self) -> dict[str, Any]:
        """The whole state."""
        return self.ask("GET", "/api/session")

    def change(self, path: str, **body: object) -> None:
        """One change of the ledger or of the round being told."""
        self.count += 1
        version = self.state["version"]
        self.ask("POST", path, {"version": version, "key": f"on-the-stage-{self.count:04d}", **body})

    def deal(self, seed: int) -> None:
        """Lays a round on the drawn table and looks; what the eyes doubt is as they think.

        Where they gave up in time on a busy machine, it is dealt once more.
        """
        for _ in range(30):
            told = self.served.ask(
                "POST", "/api/demo/round", {"version": self.state["version"], "seed": seed}, self.cookie
            )
            if told[0] == 200:
                break
            assert told[1]["error"]["code"] == "scanner_down", told
            self.served.until_up()
        assert told[0] == 200, told
        sure = {path: [{**card, "sure": True} for card in hand] for path, hand in self.state["draft"]["hands"].items()}
        self.change("/api/draft", answers=sure)

    def context(self, browser: Browser, *, host: bool = True, **more: Any) -> BrowserContext:
        """A phone of the host, or a guest's."""
        more = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, **more}
        context = browser.new_context(**more)
        if host:
            name, _, value = self.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": self.served.url}])
        return context

    def show(self, page: Page, path: str) -> Page:
        """The page, once everything stands on it."""
        page.goto("about:blank")  # a part of the page that is open already is no new page
        page.goto(self.served.url + path)
        if path == "/" or path.startswith(("/#", "/tv")):
            page.wait_for_selector(".seat, .hand, .rounds, .ranking", state="attached")
        return page


def paths(app: Flask, stage: Stage) -> list[str]:
    """Every page: those of the menu, and every route that answers a host with HTML."""
    filled = {re.sub(r"<key>", GAME, rule.rule) for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    ways = {place.path for place in discover_nav_entries()} - BARE
    found = ways | {one for one in filled if "<" not in one and not one.startswith("/api/")}
    return [path for path in sorted({*found, SHOWING}) if "#" in path or _is_page(stage, path)]


def _is_page(stage: Stage, path: str) -> bool:
    connection = HTTPConnection(stage.served.host, stage.served.port, timeout=120)
    connection.request("GET", path, headers={"Cookie": stage.cookie})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status == 200 and (answer.getheader("Content-Type") or "").startswith("text/html")
