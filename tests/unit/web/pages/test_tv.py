"""The big screen and the code to scan."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import resvg_py

from tests.support.table import BASE
from web.config import Settings


@pytest.mark.parametrize(
    ("query", "lang", "shown", "theme"),
    [
        ("", "ja", "ja en", "dark"),
        ("?lang=ja", "ja", "ja", "dark"),
        ("?lang=en&theme=light", "en", "en", "light"),
        ("?lang=xx&theme=pink", "ja", "ja en", "dark"),
    ],
)
def test_the_address_chooses_languages_and_light(guest, query, lang, shown, theme):
    page = guest.get(f"/tv{query}").text
    assert f'<html lang="{lang}" data-theme="{theme}">' in page
    assert f'data-shown="{shown}"' in page
    assert ("読み取って" in page) == ("ja" in shown)
    assert ("Scan to sit down" in page) == ("en" in shown)


def test_a_phone_of_a_further_language_opens_it_in_that_and_english(guest):
    page = guest.client.get("/tv", base_url=BASE, headers={"Accept-Language": "ko-KR,ko;q=0.9"}).text
    assert 'data-shown="ko en"' in page
    assert "찍고 자리에 앉기" in page
    assert "Scan to sit down" in page


def test_it_says_the_short_address(guest):
    assert Settings(port=8000).url.removeprefix("http://").rstrip("/") in guest.get("/tv").text


def test_a_camera_reads_the_code_and_comes_to_the_seats(guest):
    svg = guest.get("/join.svg").text
    png = resvg_py.svg_to_bytes(svg_string=svg, zoom=2)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_GRAYSCALE)
    content, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert content == f"{Settings(port=8000).url}join"
