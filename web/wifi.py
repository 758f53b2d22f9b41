"""無線 musen: the table's own Wi-Fi, where the installer has set one up, for the codes that phones scan."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import segno
from segno import QRCode
from segno.helpers import make_wifi


@dataclass(frozen=True, slots=True)
class Wifi:
    """Name and key of a network."""

    name: str
    key: str

    def code(self) -> QRCode:
        """What joins the network when it is scanned."""
        return make_wifi(ssid=self.name, password=self.key, security="WPA")


def own_wifi(folder: Path) -> Wifi | None:
    """The table's own network, from the file the installer leaves in the data folder; None without one."""
    try:
        lines = (folder / "wifi").read_text().splitlines()
    except (OSError, ValueError):
        return None
    return Wifi(lines[0], lines[1]) if len(lines) >= 2 and all(lines[:2]) else None


def page_code(url: str) -> QRCode:
    """What opens the page when it is scanned."""
    return segno.make(url, error="m")
