"""Every page there is, found by itself, in both languages and lights: for everybody to use, small, asking nobody."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Request

from tests.support.browser import NEEDS_BROWSER
from tests.support.evening_on_table import Stage, paths
from tests.support.page_checks import COLOURS, LOOKS, Rules, faults, judged, unfolded
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

BUDGET = 100_000
"""Bytes of a page with its styles, scripts and fonts, before pictures."""


@pytest.fixture
def every(app: Flask, stage: Stage) -> list[str]:
    return paths(app, stage)


class Traffic:
    """What pages fetch for a phone that comes for the first time: nothing is kept from one page to the next."""

    def __init__(self, page: Page, stage: Stage) -> None:
        self.page = page
        self.own = f"{stage.served.url}/"
        self.sizes: dict[str, int] = {}
        """Bytes by path: of the page, its styles, scripts and fonts."""
        self.sent: list[Request] = []
        # A context for each page would cost more.
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.on("requestfinished", lambda one: self.sent.append(one))  # noqa: PLW0108  playwright marks what it is given

    def begin(self) -> None:
        """Another page is opened next; what this one still asks for does not count."""
        self.page.goto("about:blank")
        self.sent.clear()

    def weigh(self, path: str) -> None:
        """The page of that path stands there. It has asked nobody else."""
        weighed = [one for one in self.sent if one.resource_type in {"document", "stylesheet", "script", "font"}]
        self.sizes[path] = sum(one.sizes()["responseBodySize"] for one in weighed)
        assert [one.url for one in self.sent if not one.url.startswith((self.own, "blob:", "about:"))] == []


def examined(
    stage: Stage,
    browser: Browser,
    every: list[str],
    dark: Rules | None = COLOURS,
    *,
    is_weighed: bool = False,
    **more: Any,
) -> dict[str, list[str]]:
    """By page what is wrong with it, everything on it unfolded, on one small phone, or on a screen.

    With `is_weighed` every page is also small as a phone fetches it that comes for the first time.
    """
    context = stage.context(browser, reduced_motion="reduce", **{"viewport": {"width": 360, "height": 740}, **more})
    page = context.new_page()
    traffic = Traffic(page, stage) if is_weighed else None
    wrong = {}
    for path in every:
        if traffic:
            traffic.begin()
        stage.show(page, path)
        if traffic:
            traffic.weigh(path)
        unfolded(page)
        if found := faults(page, dark or COLOURS) if "/tv" in path else judged(page, page.locator("body"), dark):
            wrong[path] = found
    context.close()
    if traffic:
        assert {path: size for path, size in traffic.sizes.items() if size >= BUDGET} == {}
        assert min(traffic.sizes.values()) > 1000
    return wrong


def test_pages_are_found(every: list[str]) -> None:
    assert {"/", "/#table", "/#hands", "/tv", "/learn/otoroku/lay", "/start", "/more"} <= set(every)


@pytest.mark.parametrize(("lang", "dark"), LOOKS)
def test_everybody_can_use_every_page_and_it_is_small_and_asks_nobody_else(
    lang: str, dark: Rules | None, stage: Stage, every: list[str], browser: Browser
) -> None:
    # Japanese, with its furigana, is the larger.
    assert examined(stage, browser, every, dark, is_weighed=lang == "ja", locale=lang) == {}


def test_a_guest_can_use_the_pages_that_differ_for_him(stage: Stage, browser: Browser) -> None:
    assert examined(stage, browser, ["/#table", "/#hands", "/more", "/join"], host=False, locale="ja") == {}


def test_everybody_can_read_the_big_screen(stage: Stage, browser: Browser) -> None:
    screen = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
    ways = [f"/tv{one}" for one in ("", "?lang=ja", "?lang=en&theme=light")]
    assert examined(stage, browser, ways, host=False, **screen) == {}
