"""Card names as a screen reader speaks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.cards import KIND_NAMES, Face
from scorer.texts import Name, Text

_SPOKEN_KINDS = frozenset({"bright", "animal", "ribbon"})
"""Kinds of card that are worth points by themselves."""
_COMMAS: Mapping[str, str] = {"ja": "、"}
"""What stands before the kind, where it is no comma with a space."""


def spoken_name(face: Face) -> Text:
    """The card's name in one phrase, with its kind where the kind is worth points and the name does not say it.

    >>> from scorer.decks import decks
    >>> faces = decks()["hanafuda"].faces
    >>> spoken_name(faces["h08-1"]), spoken_name(faces["h01-2"]).en, spoken_name(faces["h01-3"]).ja
    (Text(en='susuki moon, bright', ja='すすきにつき、ひかり'), 'pine poetry ribbon', 'まつのかす')
    """
    kind = KIND_NAMES[face.kind]

    def say(_key: str, _values: Mapping[str, Any], language: str) -> str | None:
        name, kind_name = (_read_out(term, language) for term in (face.name, kind))
        if name is None or kind_name is None:
            return None
        name = name.replace(", ", " ")
        if face.kind not in _SPOKEN_KINDS or kind.en in face.name.en or kind_name in name:
            return name
        return f"{name}{_COMMAS.get(language, ', ')}{kind_name}"

    return Text.deferred(say, "", {})


def _read_out(name: Name, language: str) -> str | None:
    return name.find("kana") or name.ja if language == "ja" else name.find(language)
