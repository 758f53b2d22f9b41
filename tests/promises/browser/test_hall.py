"""The hall in a real browser: every page for everybody to use, and a round that appears by itself."""

from __future__ import annotations

from contextlib import closing

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.support.browser import NEEDS_BROWSER
from tests.support.page_checks import faults
from tests.unit.web.hall.test_server import served as served  # noqa: PLC0414  a fixture

pytestmark = NEEDS_BROWSER
PIN = "246810"


def test_a_round_appears_on_every_page_that_shows_its_table(hall, served, browser, tmp_path) -> None:
    url = f"http://127.0.0.1:{served}"
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="ja")
        page, overview = context.new_page(), context.new_page()
        overview.goto(url)
        expect(overview.locator("article")).to_contain_text("最初の会を待っています")
        table.play(2).send_all()
        expect(overview.locator("article")).to_contain_text("第3局")
        overview.get_by_role("link", name="Pine").click()
        expect(overview.locator("#table li", has_text="+")).to_have_count(2)
        page.goto(f"{url}/tv")
        expect(page.locator("article")).to_contain_text("Pine")
        table.room.undo(table.change())
        table.send_all()
        expect(overview.locator("#table")).to_contain_text("取り消し済み")
        context.close()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everybody_can_use_every_page(hall, served, browser, tmp_path, lang) -> None:
    url = f"http://127.0.0.1:{served}"
    hall.context.pin.renew(PIN)
    hall.context.members.add("Aki")
    hall.context.members.add("Emi")
    hall.context.stored.set_setting("seasons", ["Spring"])
    with closing(hall.table(tmp_path / "pine", "Pine")) as table:
        table.play(2).send_all()
        context = browser.new_context(
            viewport={"width": 360, "height": 740}, locale=lang, reduced_motion="reduce", has_touch=True, is_mobile=True
        )
        context.add_init_script(Axe().axe_script)
        page = context.new_page()
        page.goto(f"{url}/more")
        page.locator("input[name=pin]").fill(PIN)
        page.locator("form[action='/more/pin'] button").click()
        page.wait_for_selector(".hall-code")
        wrong = {}
        for path in ("/", "/tables/1", "/members", "/members/1", "/more", "/tv"):
            page.goto(url + path)
            if found := faults(page):
                wrong[path] = found
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 361 or path == "/tv", (path, width)
        context.close()
        assert wrong == {}
