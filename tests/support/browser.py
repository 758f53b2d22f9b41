"""The browser the tests look through: one Chromium for all of them, a fresh context for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

_BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((file for file in _BROWSERS if file.exists()), _BROWSERS[-1])
"""Debian's Chromium. Where its headless shell is installed too, that: the same engine for less processor time."""
NEEDS_BROWSER = pytest.mark.skipif(not CHROMIUM.exists(), reason="the browser tests need /usr/bin/chromium")
PATIENCE = 90_000
"""Milliseconds for a page to open, or a button to be there."""
# Chromium takes only the last list of features, so what Playwright switches off stands here too. The last two are pages
# behind the address bar that nobody sees here. Chromium would load both for each context, at the cost of our own page.
FEATURES_OFF = [
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
]
ARGS = [
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # A machine that tests on both of its cores may be slow; what never comes is still found out.
    expect.set_options(timeout=40_000)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS, timeout=PATIENCE)
        made = opened.new_context

        def patient(**more: Any) -> BrowserContext:
            context = made(**more)
            context.set_default_timeout(PATIENCE)
            return context

        opened.new_context = patient  # type: ignore[method-assign]
        yield opened
        opened.close()
