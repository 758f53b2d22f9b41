"""Icons and the link preview of the page, drawn from our own cards.

Usage: `python -m tests.support.app_pictures web/static/img`. It needs the letters of the page (fonts-noto-cjk).
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.browser import ARGS, CHROMIUM
from tests.support.server import TableServer

ICON_SIZES = (180, 192, 512)
PREVIEW_SIZE = (1200, 630)
CARDS = ("h01-1", "h03-1", "h08-1", "h11-1", "h12-1")
DRAW_PREVIEW = """(cards) => {
    const box = (style, ...children) => {
        const node = document.createElement("div");
        Object.assign(node.style, style);
        node.append(...children);
        return node;
    };
    Object.assign(document.body.style, { margin: 0, maxWidth: "none", padding: 0, width: "1200px", height: "630px",
        position: "relative", overflow: "hidden",
        background: "#f3ecdf repeating-linear-gradient(0deg, #0000 0 5px, #8b6f4712 5px 7px)" });
    const fan = cards.map((code, at) => {
        const card = Object.assign(new Image(), { src: `/art/${code}.svg` });
        Object.assign(card.style, { position: "absolute", left: `${220 + at * 130}px`, width: "196px",
            top: `${90 + (at - 2) ** 2 * 16}px`, transform: `rotate(${(at - 2) * 9}deg)`, borderRadius: "14px",
            boxShadow: "0 8px 22px #0007" });
        return card;
    });
    const mark = box({ display: "inline", font: "700 84px serif", color: "#a93226", letterSpacing: ".08em" }, "札読み");
    const name = box({ display: "inline", font: "400 54px serif", color: "#29241f" }, " Fudayomi");
    mark.lang = "ja";
    document.body.replaceChildren(...fan,
        box({ position: "absolute", inset: "auto 0 40px", textAlign: "center" }, mark, name));
    return Promise.all(fan.map((card) => card.decode()));
}"""


def draw(folder: Path) -> None:
    """Write `icon-<size>.png` and `preview.png` into the folder."""
    icon = (folder / "icon.svg").read_text().replace('rx="14"', 'rx="0"', 1)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = TableServer(Path(data), "none").start(ready=False)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        for size in ICON_SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            sized = icon.replace("<svg ", f'<svg width="{size}" height="{size}" style="display:block" ', 1)
            page.set_content(f'<body style="margin:0">{sized}</body>')
            _save(page.screenshot(), folder / f"icon-{size}.png", 32)
        page = browser.new_page(viewport={"width": PREVIEW_SIZE[0], "height": PREVIEW_SIZE[1]})
        page.goto(f"{server.url}/learn")
        page.evaluate(DRAW_PREVIEW, list(CARDS))
        _save(page.screenshot(), folder / "preview.png", 128)
        browser.close()
        server.stop()


def _save(png: bytes, file: Path, colours: int) -> None:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
