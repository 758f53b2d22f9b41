"""Protocols: what the page needs of the scanner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from scanner.reads import PictureRead
from scanner.worker.watch_state import WatchSnapshot
from scorer.texts import Text


class AnnotatedPicture(Protocol):
    """A picture as shown (JPEG, upright, no metadata) and the cards read on it."""

    @property
    def jpeg(self) -> bytes:
        """The picture."""

    @property
    def read(self) -> PictureRead:
        """The cards on it."""


class Scanner(Protocol):
    """The scanner as the page uses it: `scanner.worker.client.ScannerClient`, or a fake in tests.

    Time-outs are in seconds.
    """

    @property
    def state(self) -> str:
        """ "starting", "up" or "down"."""

    @property
    def message(self) -> Text | None:
        """What is wrong, in plain words. None when nothing is."""

    def start(self) -> None:
        """Start the scanner and return at once."""

    def close(self) -> None:
        """Stop the scanner."""

    def switch_source(self, source: str) -> None:
        """Use another picture source from now on."""

    def read_upload(self, picture: bytes, deck: str, timeout: float = 15.0) -> AnnotatedPicture:
        """Read the cards of a picture that somebody sent."""

    @property
    def watch_snapshot(self) -> WatchSnapshot | None:
        """The newest snapshot of the watched table, None without one."""

    @property
    def live_jpeg(self) -> bytes:
        """A small JPEG of the table, b"" when there is none."""

    def watch(
        self, deck: str | None, *, live: bool = False, play_area: Sequence[Sequence[float]] | None = None
    ) -> None:
        """Watch the table as laid with `deck`, or stop watching when it is None.

        `live`: provide small pictures all the time. `play_area`: polygon (n, 2) in fractions of the picture, when
        known. Cards outside it are left out.
        """

    def capture_and_read(
        self,
        deck: str,
        layout: Sequence[Sequence[str]] | None = None,
        timeout: float = 15.0,
        play_area: Sequence[Sequence[float]] | None = None,
    ) -> AnnotatedPicture:
        """Read the newest picture of the table's own source.

        `layout`: piles that the synthetic table lays first, seat by seat, the last one in the centre. Cameras ignore
        it. `play_area` as in `watch`.
        """

    def run_wizard_step(
        self, op: str, body: bytes = b"", timeout: float = 40.0, **fields: object
    ) -> tuple[dict[str, Any], bytes]:
        """Run the step `op` of a wizard on the picture `body`, or on the newest one of the table when it is empty.

        Returns the result and the bytes that belong to it.
        """
