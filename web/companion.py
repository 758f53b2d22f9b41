"""相棒 aibo: what one running table is made of, handed to every view."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from flask import current_app

from scanner.reads import PictureRead
from scanner.worker.watch_state import Watched
from scorer.texts import Text
from web.access.phones import Phones
from web.access.pin import Pin
from web.access.rate_limit import Limit
from web.camera.corrections import Corrections
from web.camera.picture_cache import Pictures
from web.camera.table_follower import Lookout
from web.ledger.store import Store
from web.session.broadcast import Hub
from web.session.maintenance import Keeper
from web.session.service import Room
from web.system.network import own_address
from web.system.safe_mode import Starts


class Seen(Protocol):
    """A picture as shown (JPEG, upright, no metadata) and what was read on it."""

    @property
    def jpeg(self) -> bytes:
        """The picture."""

    @property
    def read(self) -> PictureRead:
        """The cards on it."""


class Eyes(Protocol):
    """What the page needs of the scanner: `scanner.worker.client.Eyes`, or a stand-in in tests."""

    @property
    def state(self) -> str:
        """ "starting", "up" or "down"."""

    @property
    def says(self) -> Text | None:
        """Plain words when something is wrong."""

    def start(self) -> None:
        """Begins seeing; returns at once."""

    def close(self) -> None:
        """Stops seeing."""

    def use(self, source: str) -> None:
        """Sees through another picture source from now on."""

    def read(self, picture: bytes, deck: str, timeout: float = 15.0) -> Seen:
        """Reads a picture somebody sent."""

    @property
    def watched(self) -> Watched | None:
        """The table as the watch knows it."""

    @property
    def live(self) -> bytes:
        """A small JPEG of the table, b"" when there is none."""

    def watch(self, deck: str | None, *, live: bool = False, cloth: Sequence[Sequence[float]] | None = None) -> None:
        """Follows the table laid with that deck, only what lies on the `cloth` when it is known; or no longer."""

    def look(
        self,
        deck: str,
        lay: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        cloth: Sequence[Sequence[float]] | None = None,
    ) -> Seen:
        """Reads the table's own newest picture, only what lies on the `cloth` (a polygon) when it is known."""

    def walk(self, op: str, body: bytes = b"", timeout: float = 40.0, **more: object) -> tuple[dict[str, Any], bytes]:
        """What a guided walk asks of the scanner, and the bytes that belong to the answer."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run. `names`: host names besides addresses under which the page may be reached.

    `data`: the folder of enrolled decks; without one nothing is enrolled.
    """

    source: str = "none"
    port: int = 8000
    names: frozenset[str] = frozenset({"localhost"})
    data: Path | None = None
    starts: Starts = field(default_factory=Starts)

    @property
    def url(self) -> str:
        """The address others type or scan; never taken from a request."""
        return f"http://{own_address()}:{self.port}/"

    @property
    def camera(self) -> bool:
        """Whether there is a picture source of the table itself, and it is used."""
        return self.source != "none" and not self.starts.safe

    @property
    def demo(self) -> bool:
        """Whether the table is the synthetic one, which can be told to deal."""
        return self.camera and self.source.partition(":")[0] == "synthetic"


@dataclass(frozen=True, slots=True)
class Companion:
    """Everything a view may need."""

    settings: Settings
    store: Store
    room: Room
    keeper: Keeper
    hub: Hub
    eyes: Eyes
    pin: Pin
    phones: Phones
    pictures: Pictures
    lookout: Lookout
    corrections: Corrections
    uploads: Limit
    joining: Limit


def companion() -> Companion:
    """The companion of the running application."""
    found: Companion = current_app.extensions["fudayomi"]
    return found


def given_names() -> frozenset[str]:
    """The names of FUDAYOMI_NAMES (comma separated), lower case."""
    return frozenset(name.strip() for name in os.environ.get("FUDAYOMI_NAMES", "").lower().split(",")) - {""}


def own_names() -> frozenset[str]:
    """The names this machine answers to in its network, and those of FUDAYOMI_NAMES."""
    host = socket.gethostname().lower()
    return frozenset({"localhost", "fudayomi.local", host, f"{host}.local"}) | given_names()
