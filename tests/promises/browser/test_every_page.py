"""Every page there is, found by itself, in both languages and lights: for everybody to use, small, asking nobody."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Request

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


def examined(
    stage: Stage, browser: Browser, every: list[str], dark: Rules | None = COLOURS, **more: Any
) -> dict[str, list[str]]:
    """By page what is wrong with it, everything on it unfolded, on one small phone, or on a screen."""
    context = stage.context(browser, reduced_motion="reduce", **{"viewport": {"width": 360, "height": 740}, **more})
    context.add_init_script(Axe().axe_script)
    page = context.new_page()
    wrong = {}
    for path in every:
        unfolded(stage.show(page, path))
        if found := faults(page, dark or COLOURS) if "/tv" in path else judged(page, page.locator("body"), dark):
            wrong[path] = found
    context.close()
    return wrong


def test_pages_are_found(every: list[str]) -> None:
    assert {"/", "/#table", "/#hands", "/tv", "/learn/otoroku/lay", "/start", "/more"} <= set(every)


@pytest.mark.parametrize(("lang", "dark"), LOOKS)
def test_everybody_can_use_every_page(
    lang: str, dark: Rules | None, stage: Stage, every: list[str], browser: Browser
) -> None:
    assert examined(stage, browser, every, dark, locale=lang) == {}


def test_a_guest_can_use_the_pages_that_differ_for_him(stage: Stage, browser: Browser) -> None:
    assert examined(stage, browser, ["/#table", "/#hands", "/more", "/join"], host=False, locale="ja") == {}


def test_everybody_can_read_the_big_screen(stage: Stage, browser: Browser) -> None:
    screen = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
    ways = [f"/tv{one}" for one in ("", "?lang=ja", "?lang=en&theme=light")]
    assert examined(stage, browser, ways, host=False, **screen) == {}


def test_every_page_is_small_and_asks_nobody_else(stage: Stage, every: list[str], browser: Browser) -> None:
    """What is sent to a phone that comes for the first time: pages, styles, scripts and fonts."""
    sizes: dict[str, int] = {}
    sent: list[Request] = []
    context = stage.context(browser)
    page = context.new_page()
    # Nothing is kept from one page to the next, as in a context for each, which would cost more.
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.on("requestfinished", lambda one: sent.append(one))  # noqa: PLW0108  playwright marks what it is given
    for path in every:
        stage.show(page, path)
        weighed = [one for one in sent if one.resource_type in {"document", "stylesheet", "script", "font"}]
        sizes[path] = sum(one.sizes()["responseBodySize"] for one in weighed)
        assert [one.url for one in sent if not one.url.startswith((f"{stage.served.url}/", "blob:", "about:"))] == []
        page.goto("about:blank")
        sent.clear()
    context.close()
    assert {path: size for path, size in sizes.items() if size >= BUDGET} == {}
    assert min(sizes.values()) > 1000
