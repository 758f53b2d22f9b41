"""Questions have one right answer among a few: what the rules say."""

from __future__ import annotations

import random

import pytest

from scorer.decks import decks
from scorer.games import game, games
from scorer.session.samples import sample_session
from scorer.teaching.drills import (
    MAX_CHOICES,
    Question,
    card_drill,
    drill_labels,
    generate_questions,
    valued_hands,
)


def generate(key: str, deck: str = "", packs: int = 2) -> tuple[Question, ...]:
    rules = game(key)
    session = sample_session(rules, deck=deck or None)
    pack = list(rules.pack(decks()[session.deck], session.options))
    shuffled = [random.Random(seed).sample(pack, len(pack)) for seed in range(packs)]
    return generate_questions(rules, shuffled, deck=deck)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_question_offers_each_answer_once(key: str) -> None:
    asked = generate(key)
    assert {question.drill for question in asked} <= set(drill_labels(game(key)))
    for question in asked:
        answers = [choice.en for choice in question.choices]
        assert len(set(answers)) == len(answers) <= MAX_CHOICES
        assert 0 <= question.right_index < len(answers)
        assert question.explanation


def test_the_month_of_a_card_is_its_printed_number() -> None:
    months = [question for question in generate("otoroku") if question.drill == "month"]
    assert len(months) == 40  # paulownia and willow are not played with
    for question in months:
        right = question.choices[question.right_index].en
        assert int(right.split(" · ")[0]) == int(question.cards[0][1:3])
        assert len(question.choices) == 4
    assert not [question for question in generate("otoroku", "western") if question.drill == "month"]


def test_the_points_of_a_card_stand_among_the_nearest_others() -> None:
    points = {question.cards[0]: question for question in generate("otoroku") if question.drill == "points"}
    moon = points["h08-1"]
    assert [choice.en for choice in moon.choices] == ["6", "7", "8", "9"]
    assert moon.choices[moon.right_index].en == "8"
    assert points["h01-1"].as_json()["right"] == 0
    assert "h12-1" not in points


def test_each_seat_is_valued_in_its_own_role() -> None:
    rules = game("otoroku")
    table = sample_session(rules, seats=3).table()
    round_ = {"hands": [["h06-1", "h09-1"], ["h06-2", "h09-2"], []]}
    assert {hand.cards: hand.value.key for hand in valued_hands(rules, table, round_)} == {
        ("h06-1", "h09-1"): "15",
        ("h06-2", "h09-2"): "makezu",
    }


@pytest.mark.parametrize(("key", "options"), [("etori", {}), ("kakeya", {"trump_change": "fixed_clubs"})])
def test_no_question_names_trumps_that_the_house_rules_forbid(key: str, options: dict[str, object]) -> None:
    rules = game(key)
    allowed = {text.en for _, text in rules.roles_for(rules.resolve_options(options))}
    assert 0 < len(allowed) < len(rules.roles)
    pack = list(rules.pack(decks()["western"], rules.resolve_options(options)))
    asked = generate_questions(rules, [random.Random(seed).sample(pack, 52) for seed in range(2)], options)
    forbidden = [text for _, text in rules.roles if text.en not in allowed]
    for question in asked:
        suits = [text.en.split(" ")[0].lower() for text in forbidden]
        assert not any(text.en in question.text.en for text in forbidden)
        assert not any(f"Trumps are {suit}" in question.text.en for suit in suits)


@pytest.mark.parametrize("key", ["etori", "kakeya"])
def test_a_pile_of_a_trick_game_asks_for_its_picture_cards(key: str) -> None:
    questions = [question for question in generate(key) if question.drill == "value"]
    assert questions
    for question in questions:
        assert question.text.en == "How many picture cards did this side win?"
        pictures = sum(card[0] in "AKQJ" for card in question.cards)
        assert question.choices[question.right_index].en == str(pictures)


def test_no_month_that_is_not_played_with_is_offered() -> None:
    months = [question for question in generate("otoroku") if question.drill == "month"]
    assert not any(choice.en.startswith(("11 ", "12 ")) for question in months for choice in question.choices)


def test_the_field_of_a_question_is_shown_as_cards() -> None:
    questions = [question for question in generate("koikoi") if question.drill == "call"]
    assert questions
    for question in questions:
        ((label, cards),) = question.rows
        assert label.en == "On the field"
        assert len(cards) == 6
        assert question.all_cards == (*question.cards, *cards)


@pytest.mark.parametrize(("deck", "drill"), [("hanafuda", "month"), ("western", "points"), ("kabufuda", "points")])
def test_cards_are_learnt_by_their_months_where_they_have_them_and_else_by_their_points(deck: str, drill: str) -> None:
    assert card_drill(game("otoroku"), decks()[deck]) == drill
