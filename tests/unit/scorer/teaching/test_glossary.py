"""Words are explained once and found in texts without false finds."""

from __future__ import annotations

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.teaching.glossary import glossary, terms, written_forms


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("makezu, the undefeatable", ("makezu",)),
        ("birds (toritori)", ("birds", "toritori")),
        ("buta", ("buta",)),
        ("14.5", ("14.5",)),
        ("15", ()),
        ("a (b) c (d)", ("a", "b")),
        ("(b)", ("b",)),
    ],
)
def test_the_forms_of_an_english_name(name: str, forms: tuple[str, ...]) -> None:
    assert written_forms(name) == forms


@pytest.mark.parametrize("key", sorted(games()))
def test_no_word_is_explained_twice_and_every_special_hand_is(key: str) -> None:
    words = [word.name.ja for word in glossary(game(key))]
    assert len(set(words)) == len(words)
    assert {each.name.ja for each in game(key).classes if each.special} <= set(words)


def test_a_game_explains_only_kinds_of_card_it_plays_with() -> None:
    words = {word.name.en for word in glossary(game("otoroku"))}
    assert {"bright", "chaff"} <= words
    assert not {"bright", "maid", "horse"} & {word.name.en for word in glossary(game("etori"))}


def test_words_come_with_a_meaning_and_cards_with_a_reading() -> None:
    found = terms(game("otoroku"), decks()["hanafuda"])
    explained = [term for term in found if term.meaning]
    read = [term for term in found if not term.meaning]
    assert len(explained) == len(glossary(game("otoroku")))
    assert "紅葉に鹿" in {form for term in read for form in term.ja}
    assert all(term.name.kana and not term.en for term in read)
    assert not {term.name.ja for term in explained} & {term.name.ja for term in read}
    kinds = {term.name.en: term for term in explained}
    assert kinds["bright"].ja == ()  # 光 alone stands in too many other words
    assert kinds["bright"].en == ("bright", "hikari")
