"""Pictures of the README and of `docs/`.

Usage: `python -m tests.support.readme_pictures docs [NAME...]`. It makes a photograph of a synthetic table with the
reading outlined, a round on a phone as an animated picture, and pages of an evening, or only those with a given name
(`table`, `tv`). The animation is drawn frame by frame, so a slow machine makes the same picture. It needs the
letters of Android phones: `apt-get install fonts-roboto-unhinted fonts-noto-cjk`.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from scanner.imaging.decode import decode
from scanner.reader import read_picture
from scanner.reads import CardRead
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks import decks
from scorer.games import game
from tests.support.browser import ARGS, CHROMIUM
from tests.support.evening_on_table import Stage
from tests.support.hands import HANDS
from tests.support.phone_browser import SEND_ANSWERS, Handset
from tests.support.server import TableServer

PLAYERS = ("Martha", "Jonas", "健", "Emi")
STEP_MS = 80
"""Milliseconds between two frames of the animation while stones fly."""
FLIGHT_MS = 2400
"""Milliseconds until the last stone has landed."""
PHONE: dict[str, Any] = {"device_scale_factor": 2, "locale": "en"}
JA_DARK: dict[str, Any] = {**PHONE, "locale": "ja", "color_scheme": "dark"}
SCREEN: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}, "has_touch": False, "is_mobile": False}
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "table": ("/#table", PHONE),
    "hands": ("/#hands", PHONE),
    "hands-ja": ("/#hands", JA_DARK),
    "history": ("/#history", PHONE),
    "evening-ja": ("/#evening", {**PHONE, "locale": "ja"}),
    "lay": ("/learn/otoroku/lay", PHONE),
    "drill-ja": ("/learn/otoroku/drill", JA_DARK),
    "tv": ("/tv", SCREEN),
}
"""Pages that the documents show, each with its path and its phone or screen."""
LAID = ("h06-1", "h09-1")
"""Cards laid on the page that values hands: the best hand of its game."""
PHONE_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include>/etc/fonts/fonts.conf</include>
<match target="pattern"><test name="family" qual="any"><string>system-ui</string></test>
<edit name="family" mode="assign" binding="strong"><string>Roboto</string></edit></match>
<match target="pattern"><test name="family" qual="any"><string>sans-serif</string></test>
<edit name="family" mode="assign" binding="strong"><string>Roboto</string></edit></match>
</fontconfig>
"""
"""A configuration of fonts under which a page has the letters that phones have."""
MOVE_TO = """(ms) => {
    for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = ms;
    }
}"""


def table_picture(file: Path) -> None:
    """Save a photograph of four hands with its reading: blue outlines where it is sure, yellow where it asks.

    Each hand has the names of its cards and its value in Otoroku beside it.
    """
    piles = (*(tuple(hand) for hand in HANDS), ())
    jpeg = photograph(SceneSpec(seed=5, piles=piles, surface="green felt"), DrawnFaces("hanafuda")).jpeg
    read = read_picture(decode(jpeg), "hanafuda")
    image = Image.open(io.BytesIO(jpeg)).convert("RGB")
    pen = ImageDraw.Draw(image)
    hands: dict[tuple[int, int], list[CardRead]] = {}
    for card in read.cards:
        color = "#6fd6ff" if card.sure else "#ffc64a"
        pen.line([*card.corners, card.corners[0]], fill=color, width=max(3, image.width // 240), joint="curve")
        x = sum(corner[0] for corner in card.corners) / 4 / image.width - 0.5
        y = sum(corner[1] for corner in card.corners) / 4 / image.height - 0.5
        side = (0, 1 if y > 0 else -1) if abs(y) > abs(x) else (1 if x > 0 else -1, 0)
        hands.setdefault(side, []).append(card)
    for side, hand in hands.items():
        _label(image, side, hand)
    image.thumbnail((1100, 1100))
    image.save(file, quality=80)


def _label(image: Image.Image, side: tuple[int, int], hand: list[CardRead]) -> None:
    """Write the names of a hand's cards, and its value, beside it. `side`: where it lies, as (x, y) of -1, 0, 1."""
    faces = decks()["hanafuda"].faces
    codes = [card.card for card in hand if card.card]
    rules = game("otoroku")
    worth = rules.value(codes, rules.roles[0][0], rules.resolve_options({}))
    words = "\n".join([*(faces[code].name.en for code in codes), f"= {worth.total}"])
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(image.width / 52)
    left, top, right, bottom = pen.multiline_textbbox((0, 0), words, font=font, align="center")
    middle = [sum(corner[axis] for card in hand for corner in card.corners) / 4 / len(hand) for axis in (0, 1)]
    room = image.width / 90
    # Above the nearest hand, below all others, within the picture.
    away = 0.088 * image.width + (bottom - top) / 2
    reach = (right - left) / 2 + 2 * room
    x, y = min(max(middle[0], reach), image.width - reach), middle[1] + (-away if side[1] > 0 else away)
    box = (x - (right - left) / 2 - room, y - (bottom - top) / 2 - room)
    box += (x + (right - left) / 2 + room, y + (bottom - top) / 2 + room)
    pen.rounded_rectangle(box, room, fill="#14304f")
    pen.multiline_text((x, y), words, font=font, fill="#fff", anchor="mm", align="center")


def frame(page: Page) -> Image.Image:
    """A screenshot, 293 × 634 pixels."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize((293, 634))


def film(page: Page, file: Path) -> None:
    """Save an animation: hands are entered, the round is confirmed, stones fly."""
    table = page.url.partition("#")[0]
    shots: list[tuple[Image.Image, int]] = [(frame(page), 1200)]
    for seat in (1, 2, 3, 0):
        page.evaluate(SEND_ANSWERS, {f"hands.{seat}": HANDS[seat]})
        page.locator(f'.seat:has-text("{PLAYERS[seat]}") .lay').wait_for()
        shots.append((frame(page), 700))
    page.goto(f"{table}#hands")
    page.locator("[data-key=book]:enabled").wait_for()
    shots.append((frame(page), 1000))
    page.locator("[data-key=book]").click()
    page.locator(".flight .stone").first.wait_for(state="attached")
    for moment in range(0, FLIGHT_MS, STEP_MS):
        page.evaluate(MOVE_TO, moment)
        shots.append((frame(page), STEP_MS))
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    page.locator(".flight").wait_for(state="detached")
    shots.append((frame(page), 2500))
    images = [image for image, _ in shots]
    lengths = [length for _, length in shots]
    images[0].save(file, save_all=True, append_images=images[1:], duration=lengths, loop=0, quality=70, method=4)


def launch(playwright: Playwright, folder: Path) -> Browser:
    """Start a browser with the fonts of phones. `folder` takes their configuration."""
    fonts = folder / "fonts.conf"
    fonts.write_text(PHONE_FONTS)
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(fonts)}
    return playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS, env=environment)


def page_pictures(folder: Path, names: Collection[str]) -> None:
    """Save the pages with these names, of an evening of four on the synthetic table."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        stage = Stage(Path(data))
        # `table` and `tv` come last: they show the table after the round on it was booked.
        order = sorted(names, key=lambda name: name in {"table", "tv"})
        browser = launch(playwright, Path(data))
        for name in order:
            path, look = PAGES[name]
            if name == "table":
                stage.change("/api/rounds", answers=stage.state["draft"]["answers"])
            context = stage.context(browser, reduced_motion="reduce", **look)
            page = stage.show(context.new_page(), path)
            if name == "lay":
                page.locator(".add").first.click()
                for code in LAID:
                    page.locator(f'.face:has(img[src="/art/{code}.svg"])').click()
            if name == "lay":
                page.keyboard.press("Escape")
            if path == "/#hands":
                page.locator(".rim").wait_for()
            page.wait_for_load_state("networkidle" if "learn" in path else "load")
            page.locator(".flight").wait_for(state="detached")
            page.wait_for_function("() => [...document.images].every((image) => image.complete)")
            image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            image.thumbnail((1280, 1266))
            image.save(folder / f"{name}.webp", quality=80)
            context.close()
        browser.close()
        stage.close()


def film_picture(folder: Path) -> None:
    """Save the animated round on a phone."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = TableServer(Path(data), "none").start(ready=False)
        browser = launch(playwright, Path(data))
        phone = Handset(browser, server.url, reduced_motion="no-preference")
        phone.begin(server, PLAYERS)
        film(phone.page, folder / "round.webp")
        browser.close()
        server.stop()


def main(folder: Path, wanted: Collection[str]) -> None:
    """Save the pictures with these names in `folder`."""
    found = subprocess.run(["fc-list", "Roboto"], capture_output=True, text=True, check=True).stdout
    if not found:
        sys.exit("The letters of phones are missing: apt-get install fonts-roboto-unhinted fonts-noto-cjk")
    if "read" in wanted:
        table_picture(folder / "read.webp")
    if "round" in wanted:
        film_picture(folder)
    if pages := [name for name in PAGES if name in wanted]:
        page_pictures(folder, pages)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ("read", "round", *PAGES))
