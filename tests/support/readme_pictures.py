"""The pictures at the top of the README: `python -m tests.support.readme_pictures docs`.

A drawn table as photographed, with what was read outlined; and a round on a phone as an animated picture, its stones
drawn moment by moment, so that a slow machine makes the same film.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, sync_playwright

from scanner.imaging.decode import decode
from scanner.reader import read_picture
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from tests.support.browser import ARGS, CHROMIUM
from tests.support.hands import HANDS
from tests.support.phone_browser import SEND, Handset
from tests.support.server import Served

PLAYERS = ("Martha", "Jonas", "健", "Emi")
STEP_MS = 80
"""Milliseconds between two pictures of the film while stones fly."""
FLIGHT_MS = 2400
"""Milliseconds that the last stone of such a round is in the air."""
MOVE_TO = """(ms) => {
    for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = ms;
    }
}"""


def table_picture(file: Path) -> None:
    """A table of four hands, read by the program itself: blue outlines where it is sure, yellow where it asks."""
    piles = (*(tuple(hand) for hand in HANDS), ())
    jpeg = photograph(SceneSpec(seed=5, piles=piles, surface="green felt"), DrawnFaces("hanafuda")).jpeg
    read = read_picture(decode(jpeg), "hanafuda")
    image = Image.open(io.BytesIO(jpeg)).convert("RGB")
    pen = ImageDraw.Draw(image)
    for card in read.cards:
        color = "#6fd6ff" if card.sure else "#ffc64a"
        pen.line([*card.corners, card.corners[0]], fill=color, width=max(3, image.width // 240), joint="curve")
    image.thumbnail((1100, 1100))
    image.save(file, quality=80)


def frame(page: Page) -> Image.Image:
    """What the phone shows now."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize((293, 634))


def film(page: Page, file: Path) -> None:
    """Hands are entered, the round is confirmed, stones fly."""
    table = page.url.partition("#")[0]
    shots: list[tuple[Image.Image, int]] = [(frame(page), 1200)]
    for seat in (1, 2, 3, 0):
        page.evaluate(SEND, {f"hands.{seat}": HANDS[seat]})
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


def main(folder: Path) -> None:
    """Both pictures into `folder`."""
    table_picture(folder / "read.webp")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        served = Served(Path(data), "none").start(ready=False)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        phone = Handset(browser, served.url)
        phone.begin(served, PLAYERS)
        film(phone.page, folder / "round.webp")
        browser.close()
        served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
