"""無線 musen: the table's own Wi-Fi, where the installer has set one up, for the codes that phones scan."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import segno
from segno import QRCode
from segno.helpers import make_wifi

from web.system.network import own_address

_SHARED_PREFIX = "10.42."
"""How every address begins that NetworkManager gives an interface with "method=shared". source: nm-settings(5)."""


@dataclass(frozen=True, slots=True)
class WifiNetwork:
    """Name and key of a network."""

    name: str
    key: str

    def qr_code(self) -> QRCode:
        """What joins the network when it is scanned."""
        return make_wifi(ssid=self.name, password=self.key, security="WPA")


def load_wifi(data_dir: Path) -> WifiNetwork | None:
    """The table's own network, from the file the installer leaves in the data folder; None without one."""
    try:
        lines = (data_dir / "wifi").read_text().splitlines()
    except (OSError, ValueError):
        return None
    return WifiNetwork(lines[0], lines[1]) if len(lines) >= 2 and all(lines[:2]) else None


def active_wifi(data_dir: Path | None) -> WifiNetwork | None:
    """The table's own network while this machine is on the air with it; None in somebody else's network."""
    return load_wifi(data_dir) if data_dir is not None and own_address().startswith(_SHARED_PREFIX) else None


def page_qr_code(url: str) -> QRCode:
    """What opens the page when it is scanned."""
    return segno.make(url, error="m")


def qr_svg(code: QRCode) -> bytes:
    """The code as a drawing for a page: dark on white, with its margin."""
    out = io.BytesIO()
    code.save(out, kind="svg", scale=8, border=2, xmldecl=False, light="#fff")
    return out.getvalue()
