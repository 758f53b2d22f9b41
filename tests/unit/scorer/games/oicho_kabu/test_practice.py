"""The drills of Oicho-Kabu."""

from __future__ import annotations

from scorer.decks import decks
from scorer.games import game
from scorer.rules.play.practice import Solution
from scorer.rules.prompts import Table

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
