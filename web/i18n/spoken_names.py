"""Card names as a screen reader speaks them."""

from __future__ import annotations

from scorer.cards import KIND_NAMES, Face
from scorer.texts import Text

_SPOKEN_KINDS = frozenset({"bright", "animal", "ribbon"})
"""Kinds of card that are worth points by themselves."""


def spoken_name(face: Face) -> Text:
    """The card's name in one phrase, with its kind where the kind is worth points and the name does not say it.

    >>> from scorer.decks import decks
    >>> faces = decks()["hanafuda"].faces
    >>> spoken_name(faces["h08-1"]), spoken_name(faces["h01-2"]).en, spoken_name(faces["h01-3"]).ja
    (Text(en='susuki moon, bright', ja='すすきにつき、ひかり'), 'pine poetry ribbon', 'まつのかす')
    """
    en, ja, kind = face.name.en.replace(", ", " "), face.name.kana or face.name.ja, KIND_NAMES[face.kind]
    if face.kind not in _SPOKEN_KINDS or kind.en in en:
        return Text(en, ja)
    return Text(f"{en}, {kind.en}", f"{ja}、{kind.kana or kind.ja}")
