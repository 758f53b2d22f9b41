"""A cheat sheet shows hands that are what it calls them, in every deck."""

from __future__ import annotations

import pytest

from scorer.decks import decks, kind_of
from scorer.errors import Refusal
from scorer.games import game, games
from scorer.teaching.cheatsheet import cheat_sheet


@pytest.mark.parametrize(("key", "deck"), [(key, deck) for key, rules in games().items() for deck in rules.decks])
def test_every_example_has_its_class_in_the_deck_of_the_sheet(key: str, deck: str) -> None:
    rules = game(key)
    options = rules.resolve_options({})
    roles = {hand_class.key: hand_class.roles for hand_class in rules.classes}
    sheet = cheat_sheet(rules, deck=deck)
    assert sheet.deck == deck
    for line in sheet.classes:
        if line.cards:
            role = (*roles[line.key], *(role for role, _ in rules.roles), "")[0]
            assert rules.value(line.cards, role, options).key == line.key
        assert all(kind_of(card) == deck for card in line.cards)
        assert all(line.cards.count(card) <= decks()[deck].copies[card] for card in line.cards)


def test_the_rows_of_otoroku_count_their_months() -> None:
    rows = cheat_sheet(game("otoroku")).row_points
    plants = ["松", "梅", "桜", "藤", "菖蒲", "牡丹", "萩", "芒", "菊", "紅葉"]
    assert [name.ja for name, _ in rows] == plants
    assert [points for _, points in rows] == list(range(1, 11))
    assert cheat_sheet(game("otoroku"), deck="western").row_points == ()  # the cards of a suit differ


def test_only_what_differs_from_the_usual_is_marked() -> None:
    sheet = cheat_sheet(game("otoroku"), {"wager": 3, "must_draw_one": True})
    assert [(line.key, line.value.en) for line in sheet.agreements if line.changed] == [("wager", "3")]
    assert len(sheet.agreements) == len(game("otoroku").options)


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(Refusal, match="wrong_deck: Otoroku"):
        cheat_sheet(game("otoroku"), deck="daini")
    with pytest.raises(Refusal, match="bad_option"):
        cheat_sheet(game("otoroku"), {"wager": 0})
