"""The table's own Wi-Fi: its code comes before the page's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import resvg_py

NAME, KEY = "Fudayomi-7a31", "abcdefgh2345678"


@pytest.fixture
def own_wifi(tmp_path, monkeypatch):
    """This machine provides its own Wi-Fi."""
    (tmp_path / "wifi").write_text(f"{NAME}\n{KEY}\n")
    monkeypatch.setattr("web.system.wifi.own_address", lambda: "10.42.0.1")


def test_a_phone_scans_the_wifi_and_then_the_page(guest, own_wifi):
    page = guest.get("/more").text
    assert page.index("/wifi.svg") < page.index("/join.svg")
    assert f"{NAME} · {KEY}" in page
    screen = guest.get("/tv").text
    assert screen.index("/wifi.svg") < screen.index("/join.svg")
    assert "無線LAN" in screen
    assert "First scan for the Wi-Fi" in screen
    png = resvg_py.svg_to_bytes(svg_string=guest.get("/wifi.svg").text, zoom=2)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_GRAYSCALE)
    content, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert content == f"WIFI:T:WPA;S:{NAME};P:{KEY};;"


def test_the_key_is_told_only_to_who_has_opened_the_page(app, own_wifi):
    assert app.test_client().get("/wifi.svg", base_url="http://192.168.1.5:8000").status_code == 404


def test_in_somebody_elses_network_there_is_no_code(guest, own_wifi, monkeypatch):
    monkeypatch.setattr("web.system.wifi.own_address", lambda: "192.168.1.5")
    assert "/wifi.svg" not in guest.get("/more").text + guest.get("/tv").text
    assert guest.get("/wifi.svg").status_code == 404


def test_without_the_installers_file_there_is_none(guest, monkeypatch):
    monkeypatch.setattr("web.system.wifi.own_address", lambda: "10.42.0.1")
    assert "/wifi.svg" not in guest.get("/more").text
