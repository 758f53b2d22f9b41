"""The page on a home screen and in a link preview."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.support.table import BASE, Phone
from web.http.preferences import PAPER
from web.system.network import own_address

PALETTE = Path(__file__).parents[4] / "web/static/css/core/palette.css"


def picture_size(phone: Phone, path: str) -> tuple[int, int]:
    with phone.get(path) as answer:
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        size: tuple[int, int] = Image.open(io.BytesIO(answer.data)).size
    return size


@pytest.mark.parametrize(("lang", "name"), [("en", "Fudayomi"), ("ja", "札読み")])
def test_the_manifest_is_in_the_language_of_the_phone_and_its_icons_are_there(
    guest: Phone, lang: str, name: str
) -> None:
    guest.client.set_cookie("lang", lang, domain="192.168.1.5")
    answer = guest.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json(force=True)
    assert (manifest["short_name"], manifest["start_url"], manifest["display"]) == (name, "/", "standalone")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert "{}x{}".format(*picture_size(guest, icon["src"])) == icon["sizes"]


@pytest.mark.parametrize("path", ["/", "/join", "/learn", "/more"])
def test_a_shared_link_has_a_picture_and_a_phone_has_an_icon(guest: Phone, path: str) -> None:
    page = guest.get(path).text
    preview = re.search(r'property="og:image" content="([^"]*)"', page)[1]
    # The address that others type, never that of the request.
    own = f"http://{own_address()}:8000"
    assert preview.startswith(f"{own}/static/")
    assert picture_size(guest, preview.removeprefix(own)) == (1200, 630)
    assert picture_size(guest, re.search(r'apple-touch-icon" href="([^"]*)"', page)[1]) == (180, 180)
    assert 'rel="manifest" href="/manifest.webmanifest"' in page


@pytest.mark.parametrize(("theme", "colours"), [("auto", ["light", "dark"]), ("light", ["light"]), ("dark", ["dark"])])
def test_the_frame_of_the_browser_has_the_colour_of_the_page(guest: Phone, theme: str, colours: list[str]) -> None:
    guest.client.set_cookie("theme", theme, domain="192.168.1.5")
    found = re.findall(r'name="theme-color" content="([^"]*)"', guest.get("/").text)
    assert found == [PAPER[colour] for colour in colours]
    assert guest.get("/manifest.webmanifest").get_json(force=True)["theme_color"] == PAPER[colours[0]]
    assert re.findall(r"--paper: (#\w+)", PALETTE.read_text())[:2] == list(PAPER.values())


def test_settings_say_what_the_home_screen_can_do(guest: Phone) -> None:
    assert "Over plain HTTP" in guest.get("/settings").text
    assert "came over HTTPS" in guest.client.get("/settings", base_url=BASE.replace("http:", "https:")).text
