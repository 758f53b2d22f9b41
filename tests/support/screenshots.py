"""Screenshots of all pages, of an evening on the synthetic table.

Usage: `python -m tests.support.screenshots OUT [PAGE...]`. Each page is taken in both languages, light and dark, on a
phone, or on a television if it is made for one. With pages (`/tv`) only those.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from scanner.worker.client import ScannerClient
from tests.support.browser import ARGS, CHROMIUM
from tests.support.evening_on_table import Stage, list_pages
from web.app import create_app
from web.ledger.store import Store

PHONE: dict[str, Any] = {"device_scale_factor": 2}
SCREEN: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
ON_SCREEN = ("/tv",)


def take_screenshots(stage: Stage, folder: Path, wanted: list[str]) -> None:
    """Save one PNG for each page, language, theme and size, such as `en-light-phone-hands.png`."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for lang in ("en", "ja"):
            for theme in ("light", "dark"):
                for size, look in (("phone", PHONE), ("screen", SCREEN)):
                    context = stage.context(browser, locale=lang, color_scheme=theme, reduced_motion="reduce", **look)
                    page = context.new_page()
                    for path in wanted:
                        if (size == "screen") != (path in ON_SCREEN):
                            continue
                        stage.show(page, f"{path}?theme={theme}" if size == "screen" else path)
                        page.wait_for_timeout(400)
                        name = path.strip("/").replace("#", "").replace("/", "-") or "first"
                        page.screenshot(path=folder / f"{lang}-{theme}-{size}-{name}.png")
                    context.close()
        browser.close()


def main(folder: Path, wanted: list[str]) -> None:
    """Play the evening and take the screenshots."""
    with tempfile.TemporaryDirectory() as data:
        stage = Stage(Path(data))
        try:
            with tempfile.TemporaryDirectory() as other:
                app = create_app(Store(f"sqlite:///{other}/ledger.db"), ScannerClient())
                take_screenshots(stage, folder, wanted or list_pages(app, stage))
        finally:
            stage.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
