"""疑い utagai: a pack knows itself: what it does not hold, or holds no more of, is not believed but asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scanner.reads import CardRead, PictureRead


def believed(read: PictureRead, faces: Mapping[str, int], taken: Iterable[str] = ()) -> dict[int, tuple[str, bool]]:
    """What each face-up card of a picture is taken for, and whether without asking, by its place in the picture.

    `faces`: the cards in play and their copies; `taken`: cards known to lie elsewhere. The surest read chooses first;
    one that cannot be is not sure. If the eyes doubted it too, it becomes its likeliest possible alternative; what they
    were sure of stays what they saw, so that the table hears of a card that does not belong.
    """
    left = Counter(faces)
    left.subtract(taken)
    found = {}
    for place, card in sorted(enumerate(read.cards), key=lambda pair: -pair[1].confidence):
        if card.card is not None:
            code = next((code for code in _guesses(card) if left[code] > 0), card.card)
            found[place] = (code, card.sure and code == card.card and left[code] > 0)
            left[code] -= 1
    return found


def _guesses(card: CardRead) -> list[str]:
    others = () if card.sure else (other.card for other in card.alternatives)
    return [code for code in (card.card, *others) if code]
