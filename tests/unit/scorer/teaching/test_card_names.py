"""Every face has names in every deck, and counts as the books say."""

from __future__ import annotations

import pytest

from scorer.decks import decks
from scorer.games import games
from scorer.teaching.card_names import named_faces


@pytest.mark.parametrize("kind", sorted(decks()))
def test_every_face_is_named_once_in_both_languages(kind: str) -> None:
    faces = named_faces(decks()[kind])
    assert sorted(each.face.code for each in faces) == sorted(decks()[kind].faces)
    for each in faces:
        shown = each.as_json()
        for name in (shown["name"], shown["group"], shown["kind"]):
            assert name["en"]
            assert name["ja"]


SIX_GAMES = {"otoroku", "dontsuku", "tokotoko", "kujuroku", "etori", "kakeya"}
"""The games whose cards count differently; other games have tests of their own."""


@pytest.mark.parametrize(
    ("code", "counts"),
    [
        ("h02-1", {"otoroku": 2, "dontsuku": 10, "tokotoko": 12, "kujuroku": 10}),
        ("h12-1", {"dontsuku": 6, "tokotoko": 6}),
        ("h11-4", {"dontsuku": 2, "tokotoko": 2, "kujuroku": 12}),
        ("doni", {"kujuroku": 12}),
        ("mc-11", {"dontsuku": 10, "tokotoko": 11}),
        ("QS", {"dontsuku": 10, "tokotoko": 10, "etori": 1, "kakeya": 1}),
        ("2S", {"otoroku": 2, "dontsuku": 2, "tokotoko": 2, "kujuroku": 10, "etori": 0, "kakeya": 0}),
        ("djizo", {}),
    ],
)
def test_a_card_counts_what_the_rule_books_say(code: str, counts: dict[str, int]) -> None:
    found = next(each for deck in decks().values() for each in named_faces(deck) if each.face.code == code)
    assert {key: points for key, points in found.points_by_game.items() if key in SIX_GAMES} == counts


def test_jizo_takes_the_twelve_from_oni() -> None:
    rules, deck = games()["kujuroku"], decks()["daini"]
    options = rules.resolve_options({"jizo": True})
    assert [rules.points_of(deck.faces[code], options) for code in ("doni", "djizo")] == [0, 12]
