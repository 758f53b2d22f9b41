"""Settings of one table: source, port, host names, data folder."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from pathlib import Path

from web.system.environment import extra_host_names
from web.system.network import own_address, own_addresses
from web.system.safe_mode import CrashLoopGuard

MAX_REQUEST_BYTES = 16 * 1024 * 1024
"""Bytes of the largest request, enough for a picture taken by a phone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one table.

    `source` is the picture source, "none" for a table without a camera, `port` the TCP port of the page. `public_url`
    is the address that others type, "" for the machine's own. `host_names` are the names, besides addresses, under
    which the page may be reached. `data_dir` is the folder of enrolled decks and corrected cards; without one neither
    is stored. `crash_guard` knows whether the table runs in safe mode.
    """

    source: str = "none"
    port: int = 8000
    host_names: frozenset[str] = frozenset({"localhost"})
    data_dir: Path | None = None
    crash_guard: CrashLoopGuard = field(default_factory=CrashLoopGuard)
    public_url: str = ""

    @property
    def url(self) -> str:
        """The address that others type or scan. It is never taken from a request."""
        return self.public_url or f"http://{own_address()}:{self.port}/"

    @property
    def other_urls(self) -> tuple[str, ...]:
        """Further addresses of this machine, of networks in which fewer phones are."""
        urls = (f"http://{address}:{self.port}/" for address in own_addresses())
        return tuple(url for url in urls if url != self.url)

    @property
    def has_camera(self) -> bool:
        """Whether the table has a picture source of its own and is not in safe mode."""
        return self.source != "none" and not self.crash_guard.is_safe_mode

    @property
    def is_demo(self) -> bool:
        """Whether the table is the synthetic one, which can deal cards."""
        return self.has_camera and self.source.partition(":")[0] == "synthetic"


def own_host_names() -> frozenset[str]:
    """The names of this machine in its network, and those in FUDAYOMI_NAMES, in lower case."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", "fudayomi.local", host, f"{host}.local"}) | extra_host_names()
