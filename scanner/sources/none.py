"""なし nashi: no camera; cards are tapped in, or a phone sends its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scanner.sources import Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.sources import Frame


class NoSource(Source):
    """Never a picture, and nothing wrong with that."""

    def read(self, timeout: float) -> Frame | None:
        """None, at once."""
        del timeout
        return None

    def health(self) -> Health:
        """Well: nobody expects a picture of it."""
        return Health(
            ok=True,
            message=Text("No camera is set up.", "カメラは設定されていません。"),
            advice=Text(
                "Tap the cards in, or send a picture from a phone.",
                "札をタップして入力するか、スマートフォンから写真を送ってください。",
            ),
        )


SOURCE = NoSource
