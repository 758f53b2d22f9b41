"""One Chromium for all browser tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

_BROWSERS = (Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium"))
CHROMIUM = next((file for file in _BROWSERS if file.exists()), _BROWSERS[-1])
"""Debian's Chromium, or its headless shell where that is installed: the same engine, less processor time."""
NEEDS_BROWSER = pytest.mark.skipif(not CHROMIUM.exists(), reason="the browser tests need /usr/bin/chromium")
PAGE_TIMEOUT_MS = 90_000
"""Milliseconds that a page may take to open, or a button to appear."""
# Chromium obeys only the last list of features, so this one repeats what Playwright switches off. The last two are
# pages of the address bar, which Chromium would load for each context although no test shows them.
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
    """A browser whose waits are long enough for a busy machine."""
    expect.set_options(timeout=40_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS, timeout=PAGE_TIMEOUT_MS)
        new_context = chromium.new_context

        def new_context_with_timeout(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.set_default_timeout(PAGE_TIMEOUT_MS)
            return context

        chromium.new_context = new_context_with_timeout  # type: ignore[method-assign]
        yield chromium
        chromium.close()
