"""The table's own Wi-Fi network and the QR codes that phones scan."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import segno
from segno import QRCode
from segno.helpers import make_wifi

from web.system.network import own_address

_SHARED_PREFIX = "10.42."
"""Prefix of every address NetworkManager gives an interface with "method=shared". Source: nm-settings(5)."""


@dataclass(frozen=True, slots=True)
class WifiNetwork:
    """Name and key of a Wi-Fi network."""

    name: str
    key: str

    def qr_code(self) -> QRCode:
        """QR code that joins the network."""
        return make_wifi(ssid=self.name, password=self.key, security="WPA")


def load_wifi(data_dir: Path) -> WifiNetwork | None:
    """The table's own network, from the file `wifi` the installer writes into the data folder, None without one."""
    try:
        lines = (data_dir / "wifi").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return None
    return WifiNetwork(lines[0], lines[1]) if len(lines) >= 2 and all(lines[:2]) else None


def active_wifi(data_dir: Path | None) -> WifiNetwork | None:
    """The table's own network while this machine provides it, None while it is in another network."""
    return load_wifi(data_dir) if data_dir is not None and own_address().startswith(_SHARED_PREFIX) else None


def page_qr_code(url: str) -> QRCode:
    """QR code that opens the page."""
    return segno.make(url, error="m")


def qr_svg(code: QRCode) -> bytes:
    """The code as SVG for a page: dark on white, with a margin."""
    out = io.BytesIO()
    code.save(out, kind="svg", scale=8, border=2, xmldecl=False, light="#fff")
    return out.getvalue()
