"""見慣れぬ絵柄 minarenu egara: a deck drawn like none that was learned; then no card of it is sure.

A recogniser is now and then sure of a card of such a deck, and that one is wrong as often as right. How the rest of the
table is read tells: of a deck that is known, or drawn like one, most cards seen well are sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scanner.reads import CardRead

_ENOUGH = 8
"""Of fewer cards the share that is sure says little: of six cards of a deck read well one may be sure by chance."""
_SURE = 0.25
"""Of decks whose patterns were held out, but named, 60 to 95 % of the cards on synthetic tables are sure."""
_SEEN_WELL = frozenset({"", "unknown", "close_call"})


def estranged(cards: Sequence[CardRead]) -> tuple[CardRead, ...]:
    """The cards of one picture; of many seen well and hardly one sure, each of these is doubtful: "strange"."""
    seen = [card for card in cards if card.face == "up" and card.doubt in _SEEN_WELL]
    if len(seen) < _ENOUGH or sum(card.sure for card in seen) >= _SURE * len(seen):
        return tuple(cards)
    return tuple(replace(card, sure=False, doubt="strange") if card in seen else card for card in cards)
