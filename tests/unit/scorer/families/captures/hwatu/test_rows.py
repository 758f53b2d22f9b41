"""Rows of hwatu: the cup, bonus cards, four gwang with the rain."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.families.captures.cards import CHAFF, mask_of
from scorer.families.captures.hwatu.rows import animal_count, cards_of_rows, notes_of, pack_of, pi_count, pile_rules
from scorer.games import game
from scorer.games.go_stop.points import pile_value
from scorer.rules.prompts import Table

OPTIONS = game("go-stop").resolve_options({})
NINE = tuple(card for card in CHAFF if card not in ("h11-4", "h12-2"))[:9]


@pytest.mark.parametrize(
    ("gukjin", "yaku"), [("animal", {}), ("pi", {"pi": 2}), ("both", {"pi": 2}), ("choice", {"pi": 2})]
)
def test_the_cup_is_what_the_house_rule_says(gukjin: str, yaku: dict[str, int]) -> None:
    rules, pile = pile_rules({**OPTIONS, "gukjin": gukjin}), mask_of((*NINE, "h09-1"))
    assert rules.count(pile, rules.best_way(pile)) == yaku
    assert rules.base(pile) == sum(yaku.values())


def test_of_equal_ways_the_cup_is_an_animal() -> None:
    rules = pile_rules(OPTIONS)
    assert rules.best_way(mask_of(("h09-1",))) == "animal"
    assert rules.ways_of(mask_of(("h01-1",))) == ("animal",)
    assert pile_rules(OPTIONS, "pi").ways_of(mask_of(("h09-1",))) == ("pi",)


def test_pi_and_animals_are_counted_by_value() -> None:
    pile = mask_of(("h01-3", "h11-4", "h12-2", "hj1", "hj6", "h09-1", "h02-1"))
    assert (pi_count(pile), pi_count(pile, "pi"), pi_count(pile, "both")) == (10, 12, 12)
    assert (animal_count(pile, "animal"), animal_count(pile, "pi"), animal_count(pile, "both")) == (2, 1, 2)


@pytest.mark.parametrize(("rain_four", "points"), [(4, 4), (3, 3)])
def test_four_gwang_with_the_rain(rain_four: int, points: int) -> None:
    rules = pile_rules({**OPTIONS, "rain_four": rain_four})
    assert rules.count(mask_of(("h01-1", "h03-1", "h11-1", "h12-1")), "animal") == {"sagwang": points}
    assert rules.count(mask_of(("h01-1", "h03-1", "h08-1", "h12-1")), "animal") == {"sagwang": 4}


def test_pi_come_back_from_other_piles_and_gwang_do_not() -> None:
    gwang, *_, pi = pile_rules(OPTIONS).statuses(mask_of(NINE), mask_of(("h01-1", "h12-2")))
    assert gwang.is_dead
    assert (pi.lacking, pi.is_dead, "h12-2" in pi.helpful) == (1, False, True)


def test_the_pack_has_the_bonus_cards_that_are_agreed() -> None:
    assert pack_of({**OPTIONS, "bonus_two": 2, "bonus_three": 1})[48:] == ("hj1", "hj2", "hj4")


def test_cards_and_notes_of_rows() -> None:
    pile = ("h01-1", "h03-1", "h08-1", "h05-3")
    assert cards_of_rows(("samgwang",), pile) == {"h01-1", "h03-1", "h08-1"}
    answers: dict[str, Any] = {"piles.0": pile, "piles.1": None}
    notes = notes_of(Table(("Aki", "Emi"), OPTIONS), answers, pile_value)
    assert [line.code for line in notes[0]][:2] == ["samgwang", "one_away"]
    assert list(notes) == [0]
