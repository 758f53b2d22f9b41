"""Picture source without a camera: cards are tapped in or sent by a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scanner.sources import Health, Source
from scorer.texts import Text

if TYPE_CHECKING:
    from scanner.imaging.image import ColorImage


class NoSource(Source):
    """A source that never gives a picture, and is healthy all the same."""

    def read(self, timeout: float) -> ColorImage | None:
        """Return None at once."""
        del timeout
        return None

    def health(self) -> Health:
        """Healthy: nobody expects a picture of this source."""
        return Health(
            ok=True,
            message=Text("No camera is set up.", "カメラは設定されていません。"),
            advice=Text(
                "Tap the cards in, or send a picture from a phone.",
                "札をタップして入力するか、スマートフォンから写真を送ってください。",
            ),
        )


SOURCE = NoSource
