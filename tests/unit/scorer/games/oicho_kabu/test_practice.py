"""The drills of Oicho-Kabu."""

from __future__ import annotations

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.practice import PracticeRound, Solution
from scorer.rules.prompts import Table
from scorer.teaching.practice_round import practice_round

RULES = game("oicho-kabu")


def third_cards(**options: object) -> list[Solution]:
    """The answers to every question whether a hand may take a third card."""
    house_rules = RULES.resolve_options(options)
    table, pack = Table(("Aki", "Emi"), house_rules), RULES.pack(decks()["kabufuda"], house_rules)
    practice = next(each for each in RULES.practice if each.key == "third")
    return [practice.solve(RULES, table, task) for task in practice.generate_tasks(RULES, table, pack)]


def test_the_third_card_is_asked_about_only_where_a_rule_decides_it() -> None:
    """3 or less must take it, 7 or more must not, between them it is free; `free` is no rule (oicho-kabu 4.2)."""
    answers = {solution.right.en for solution in third_cards()}
    assert answers == {"it must be drawn", "it may be drawn", "it must not be drawn"}
    assert third_cards(third_card="free") == []


RULES = game("oicho-kabu")
TABLE = Table(("Aki", "Emi", "Jun"), RULES.resolve_options({}))


def practise(front: str, *choices: str) -> PracticeRound:
    """A round in which the cards of these ranks come first: the first of hands 1 to 4 and dealer, then the second."""
    pack, top = list(RULES.pack(decks()["kabufuda"], TABLE.options)), []
    for rank in front.split():
        code = next(code for code in pack if code.startswith(f"k{int(rank):02d}"))
        pack.remove(code)
        top.append(code)
    return practice_round(RULES, (*top, *pack), TABLE, choices)


FRONT = "2 10 5 8 3 4 9 10 9 6 7"


def test_one_stone_is_bet_on_a_hand_whose_first_card_is_seen() -> None:
    first = practise(FRONT)
    assert [choice.key for choice in first.choices] == ["hand-1", "hand-2", "hand-3", "hand-4"]
    assert [len(cards) for _, cards in first.piles] == [1, 1, 1, 1]
    end = practise(FRONT, "hand-2")
    assert [line.en for line in end.lines[1:]] == [
        "You bet on hand 2. Now it holds 10 9: that makes 9.",
        "Your hand stands at 9.",
    ]
    assert end.finished is not None
    assert end.finished["bets"][1] == [0, 1, 0, 0]
    assert [label.en for label, _ in end.piles] == ["The dealer", "Hand 1", "Hand 3", "Hand 4"]


def test_a_hand_of_four_to_six_may_draw_and_one_that_stands_hears_what_came() -> None:
    asked = practise(FRONT, "hand-1")
    assert ([choice.key for choice in asked.choices], len(asked.hand)) == (["draw", "stand"], 2)
    assert asked.odds
    drawn, stood = practise(FRONT, "hand-1", "draw"), practise(FRONT, "hand-1", "stand")
    assert drawn.lines[-1].en == "With a third card it holds 2 4 6: that makes 2."
    assert [line.en for line in stood.lines[-2:]] == [
        "Your hand stands at 6.",
        "A third card would have made 2.",
    ]


def test_a_hand_of_three_or_less_is_asked_for_its_card_all_the_same() -> None:
    asked = practise("2 10 5 8 3 10 9 10 9 6 7", "hand-1")
    assert [choice.key for choice in asked.choices] == ["draw"]
    assert asked.question.en == "Three or less must draw."
