"""What the page needs of the scanner, as protocols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from scanner.reads import PictureRead
from scanner.worker.watch_state import WatchSnapshot
from scorer.texts import Text


class AnnotatedPicture(Protocol):
    """A picture as shown (JPEG, upright, no metadata) and what was read on it."""

    @property
    def jpeg(self) -> bytes:
        """The picture."""

    @property
    def read(self) -> PictureRead:
        """The cards on it."""


class Scanner(Protocol):
    """What the page needs of the scanner: `scanner.worker.client.Eyes`, or a stand-in in tests."""

    @property
    def state(self) -> str:
        """ "starting", "up" or "down"."""

    @property
    def message(self) -> Text | None:
        """Plain words when something is wrong."""

    def start(self) -> None:
        """Begins seeing; returns at once."""

    def close(self) -> None:
        """Stops seeing."""

    def switch_source(self, source: str) -> None:
        """Sees through another picture source from now on."""

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        """Reads a picture somebody sent."""

    @property
    def watch_snapshot(self) -> WatchSnapshot | None:
        """The table as the watch knows it."""

    @property
    def live_jpeg(self) -> bytes:
        """A small JPEG of the table, b"" when there is none."""

    def watch(
        self, deck: str | None, *, live: bool = False, play_area: Sequence[Sequence[float]] | None = None
    ) -> None:
        """Follows the table laid with that deck, only what lies on the `cloth` when it is known; or no longer."""

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Sequence[Sequence[float]] | None = None,
    ) -> AnnotatedPicture:
        """Reads the table's own newest picture, only what lies on the `cloth` (a polygon) when it is known."""

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """What a guided walk asks of the scanner, and the bytes that belong to the answer."""
