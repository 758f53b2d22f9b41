"""Pictures of every page, from an evening on the drawn table: `python -m tests.support.screenshots OUT [PAGE...]`.

Both languages, both lights, on a phone; the pages for everybody on a television as well. With pages (`/tv`) only those.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from scanner.worker.client import ScannerClient
from tests.support.browser import ARGS, CHROMIUM
from tests.support.evening_on_table import Stage, paths
from web.app import create_app
from web.ledger.store import Store

PHONE: dict[str, Any] = {"device_scale_factor": 2}
SCREEN: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
ON_SCREEN = ("/tv",)


def take(stage: Stage, folder: Path, wanted: list[str]) -> None:
    """One PNG a page, language, light and size, called `en-light-phone-hands.png`."""
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
    """Plays the evening and takes the pictures."""
    with tempfile.TemporaryDirectory() as data:
        stage = Stage(Path(data))
        try:
            with tempfile.TemporaryDirectory() as other:
                app = create_app(Store(f"sqlite:///{other}/ledger.db"), ScannerClient())
                take(stage, folder, wanted or paths(app, stage))
        finally:
            stage.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
