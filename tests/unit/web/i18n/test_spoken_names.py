"""A card as one says it, without a sign that cannot be heard."""

from __future__ import annotations

import pytest

from scorer.decks import decks
from web.i18n.spoken_names import spoken_name


@pytest.mark.parametrize(
    ("deck", "code", "en", "ja"),
    [
        ("hanafuda", "h01-1", "pine crane, bright", "まつにつる、ひかり"),
        ("hanafuda", "h10-1", "maple deer, animal", "もみじにしか、たね"),
        ("western", "10H", "10 of hearts", "ハートの10"),
    ],
)
def test_the_kind_is_told_where_it_is_worth_something(deck: str, code: str, en: str, ja: str) -> None:
    name = spoken_name(decks()[deck].faces[code])
    assert (name.en, name.ja) == (en, ja)


@pytest.mark.parametrize("kind", sorted(decks()))
def test_no_two_faces_of_different_worth_sound_alike(kind: str) -> None:
    deck = decks()[kind]
    heard: dict[str, set[tuple[int, str]]] = {}
    for face in deck.face_list:
        heard.setdefault(spoken_name(face).en, set()).add((face.number, face.kind))
    assert {name: faces for name, faces in heard.items() if len(faces) > 1} == {}


def test_a_kind_is_not_told_twice() -> None:
    for face in decks()["hanafuda"].face_list:
        name = spoken_name(face).en
        assert name.count("ribbon") <= 1
        assert name.count(",") <= 1
