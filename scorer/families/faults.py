"""What may be wrong with a card in any round that is followed, in words."""

from __future__ import annotations

from scorer.texts import Text
from scorer.wording import shared


def stranger(code: str) -> Text:
    """A card that is not of this game's pack."""
    return shared("families").text("stranger", code=code)
