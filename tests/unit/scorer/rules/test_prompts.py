"""Answers by path become the round that a game settles."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from scorer.rules.prompts import Table


def build(answers: dict[str, Any], **table: Any) -> dict[str, Any]:
    return Table(("Aki", "Emi"), {"wager": 2}, **table).build_round("otoroku", answers)


def test_what_is_not_known_stays_out_of_the_round() -> None:
    assert build({}) == {"game": "otoroku", "options": {"wager": 2}, "seats": ["Aki", "Emi"]}
    full = build({}, stones=(0, 60), rounds_left=1, extra={"pot": 3})
    assert (full["stones"], full["rounds_left"], full["pot"]) == ([0, 60], 1, 3)


def test_the_order_of_the_answers_does_not_matter() -> None:
    answers = {"hands.10": "k", "hands.2": "c", "hands.0.cards": ["a"], "stake": 4}
    expected = build(answers)
    assert expected["hands"] == [{"cards": ["a"]}, None, "c", *[None] * 7, "k"]
    assert all(build(dict(order)) == expected for order in permutations(answers.items()))


def test_numbers_make_lists_and_words_make_objects() -> None:
    built = build({"piles.1.0": "x", "piles.0.1": "y", "how.seat.2": 5})
    assert built["piles"] == [[None, "y"], ["x"]]
    assert built["how"] == {"seat": [None, None, 5]}


def test_a_round_shares_no_list_with_its_table() -> None:
    table = Table(("Aki", "Emi"), {"wager": 2}, stones=(1, 2))
    built = table.build_round("otoroku", {"options.wager": 9, "stones.0": 7})
    assert (built["options"], built["stones"]) == ({"wager": 9}, [7, 2])
    assert (table.options, table.stones) == ({"wager": 2}, (1, 2))
