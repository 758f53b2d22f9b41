"""All pages: accessible, small, and without requests to other hosts."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Request

from tests.support.browser import NEEDS_BROWSER
from tests.support.evening_on_table import Stage, list_pages
from tests.support.page_checks import COLOURS, RULES, Rules, find_faults, find_violations, unfold_details
from web.system.network import own_address

pytestmark = [
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

BUDGET = 100_000
"""Bytes of a page with its styles, scripts and fonts, before pictures."""
PAGES_IN_THE_GATE = ["/#hands", "/learn/otoroku"]


@pytest.fixture
def page_paths(app: Flask, stage: Stage) -> list[str]:
    """The paths of all pages."""
    return list_pages(app, stage)


class Traffic:
    """Requests of a page on a phone without a cache."""

    def __init__(self, page: Page, stage: Stage) -> None:
        self.page = page
        self.own = f"{stage.server.url}/"
        self.sizes: dict[str, int] = {}
        """Bytes of the page with its styles, scripts and fonts, by path."""
        self.requests: list[Request] = []
        # Switching the cache off is quicker than a context for each page.
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.setCacheDisabled", {"cacheDisabled": True})
        page.on("requestfinished", lambda one: self.requests.append(one))  # noqa: PLW0108  playwright sets attributes of its handler

    def begin_page(self) -> None:
        """Forget the requests so far, before another page is opened."""
        self.page.goto("about:blank")
        self.requests.clear()

    def record_page(self, path: str) -> None:
        """Record the size of the page at `path`. Fails if it asked another host."""
        weighed = [one for one in self.requests if one.resource_type in {"document", "stylesheet", "script", "font"}]
        self.sizes[path] = sum(one.sizes()["responseBodySize"] for one in weighed)
        assert [one.url for one in self.requests if not one.url.startswith((self.own, "blob:", "about:"))] == []


def find_faults_by_page(
    stage: Stage,
    browser: Browser,
    page_paths: list[str],
    dark: Rules = COLOURS,
    *,
    is_weighed: bool = False,
    **options: Any,
) -> dict[str, list[str]]:
    """Faults of each unfolded page on a small phone, or in a context with `options`.

    With `is_weighed`, no page may be larger than `BUDGET` on a phone without a cache.
    """
    context = stage.context(browser, reduced_motion="reduce", **{"viewport": {"width": 360, "height": 740}, **options})
    page = context.new_page()
    traffic = Traffic(page, stage) if is_weighed else None
    faults = {}
    for path in page_paths:
        if traffic:
            traffic.begin_page()
        stage.show(page, path)
        if traffic:
            traffic.record_page(path)
        unfold_details(page)
        if found := find_violations(page, dark) if "/tv" in path else find_faults(page, page.locator("body"), dark):
            faults[path] = found
    context.close()
    if traffic:
        assert {path: size for path, size in traffic.sizes.items() if size >= BUDGET} == {}
        assert min(traffic.sizes.values()) > 1000
    return faults


@pytest.mark.long
def test_pages_are_found(page_paths: list[str]) -> None:
    assert {"/", "/#table", "/#hands", "/tv", "/learn/otoroku/lay", "/start", "/more"} <= set(page_paths)


def test_everybody_can_use_the_pages_of_a_round(stage: Stage, browser: Browser) -> None:
    assert find_faults_by_page(stage, browser, PAGES_IN_THE_GATE) == {}


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everybody_can_use_every_page_and_it_is_small_and_asks_nobody_else(
    lang: str, stage: Stage, page_paths: list[str], browser: Browser
) -> None:
    # Japanese pages are larger, with their furigana.
    assert find_faults_by_page(stage, browser, page_paths, RULES, is_weighed=lang == "ja", locale=lang) == {}


@pytest.mark.long
def test_a_guest_can_use_the_pages_that_differ_for_him(stage: Stage, browser: Browser) -> None:
    assert find_faults_by_page(stage, browser, ["/#table", "/#hands", "/more", "/join"], host=False, locale="ja") == {}


@pytest.mark.long
def test_everybody_can_read_the_big_screen(stage: Stage, browser: Browser) -> None:
    screen = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
    paths = [f"/tv{one}" for one in ("", "?lang=ja", "?lang=en&theme=light")]
    assert find_faults_by_page(stage, browser, paths, host=False, **screen) == {}
