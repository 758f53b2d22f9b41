"""What may be wrong with a card in any round that is followed, in words."""

from __future__ import annotations

from scorer.texts import Text


def stranger(code: str) -> Text:
    """A card that is not of this game's pack."""
    return Text(f"{code} is not a card of this game", f"{code}はこの遊びの札ではありません")
