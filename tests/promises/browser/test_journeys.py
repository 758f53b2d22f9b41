"""Entering a round takes no more taps than docs/journeys.md says."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser import NEEDS_BROWSER
from tests.support.journeys import JOURNEYS, book_by_hand
from tests.support.server import TableServer
from web.system.network import own_address

pytestmark = [
    pytest.mark.long,
    NEEDS_BROWSER,
    pytest.mark.skipif(own_address() == "127.0.0.1", reason="this machine has no address but its own loopback"),
]

MAX_TAPS = {"otoroku": 14, "kujuroku": 29, "kakeya": 7, "etori": 8, "dontsuku": 13, "tokotoko": 19, "koikoi": 36}


@pytest.mark.parametrize("key", JOURNEYS)
def test_a_round_by_hand_takes_so_many_taps(key: str, browser: Browser, tmp_path: Path) -> None:
    server = TableServer(tmp_path, "none").start(ready=False)
    thumb = book_by_hand(browser, server, key, JOURNEYS[key])
    assert thumb.taps <= MAX_TAPS[key]
    assert thumb.seconds > 0
    assert server.stop() == 0
