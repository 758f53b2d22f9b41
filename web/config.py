"""How a table is run: source, port, host names, data folder."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass, field
from pathlib import Path

from web.system.network import own_address
from web.system.safe_mode import CrashLoopGuard


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run. `names`: host names besides addresses under which the page may be reached.

    `data`: the folder of enrolled decks; without one nothing is enrolled.
    """

    source: str = "none"
    port: int = 8000
    host_names: frozenset[str] = frozenset({"localhost"})
    data_dir: Path | None = None
    crash_guard: CrashLoopGuard = field(default_factory=CrashLoopGuard)

    @property
    def url(self) -> str:
        """The address others type or scan; never taken from a request."""
        return f"http://{own_address()}:{self.port}/"

    @property
    def has_camera(self) -> bool:
        """Whether there is a picture source of the table itself, and it is used."""
        return self.source != "none" and not self.crash_guard.is_safe_mode

    @property
    def is_demo(self) -> bool:
        """Whether the table is the synthetic one, which can be told to deal."""
        return self.has_camera and self.source.partition(":")[0] == "synthetic"


def extra_host_names() -> frozenset[str]:
    """The names of FUDAYOMI_NAMES (comma separated), lower case."""
    return frozenset(name.strip() for name in os.environ.get("FUDAYOMI_NAMES", "").lower().split(",")) - {""}


def own_host_names() -> frozenset[str]:
    """The names this machine answers to in its network, and those of FUDAYOMI_NAMES."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", "fudayomi.local", host, f"{host}.local"}) | extra_host_names()
