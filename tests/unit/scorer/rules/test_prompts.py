"""Answers by path become the round that a game settles."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from scorer.rules.prompts import Prompt, PromptKind, Table
from scorer.texts import Text


def build_round(answers: dict[str, Any], **table: Any) -> dict[str, Any]:
    return Table(("Aki", "Emi"), {"wager": 2}, **table).build_round("otoroku", answers)


def test_what_is_not_known_stays_out_of_the_round() -> None:
    assert build_round({}) == {"game": "otoroku", "options": {"wager": 2}, "seats": ["Aki", "Emi"]}
    full = build_round({}, stones=(0, 60), rounds_left=1, extra={"pot": 3})
    assert (full["stones"], full["rounds_left"], full["pot"]) == ([0, 60], 1, 3)


def test_the_order_of_the_answers_does_not_matter() -> None:
    answers = {"hands.10": "k", "hands.2": "c", "hands.0.cards": ["a"], "stake": 4}
    expected = build_round(answers)
    assert expected["hands"] == [{"cards": ["a"]}, None, "c", *[None] * 7, "k"]
    assert all(build_round(dict(order)) == expected for order in permutations(answers.items()))


def test_numbers_make_lists_and_words_make_objects() -> None:
    built = build_round({"piles.1.0": "x", "piles.0.1": "y", "how.seat.2": 5})
    assert built["piles"] == [[None, "y"], ["x"]]
    assert built["how"] == {"seat": [None, None, 5]}


def test_a_round_shares_no_list_with_its_table() -> None:
    table = Table(("Aki", "Emi"), {"wager": 2}, stones=(1, 2))
    built = table.build_round("otoroku", {"options.wager": 9, "stones.0": 7})
    assert (built["options"], built["stones"]) == ({"wager": 9}, [7, 2])
    assert (table.options, table.stones) == ({"wager": 2}, (1, 2))


ENDING = Prompt(
    "ended_by+caller", PromptKind.CHOICE, Text("end", "終わり"), values=(("shobu", 1), ("empty", None), (None, None))
)


@pytest.mark.parametrize(
    ("answer", "fields"),
    [(("shobu", 1), {"ended_by": "shobu", "caller": 1}), (["empty", None], {"ended_by": "empty"}), ((None, None), {})],
)
def test_one_answer_may_fill_several_fields(answer: Any, fields: dict[str, Any]) -> None:
    built = build_round({ENDING.path: answer})
    assert {key: built[key] for key in built if key in ("ended_by", "caller")} == fields
    assert ENDING.answer_in(built) == list(answer)
    assert ENDING.takes(list(answer))


@pytest.mark.parametrize("answer", [5, None, ["shobu"], ["shobu", 1, 2], "shobu"])
def test_an_answer_that_does_not_fit_goes_to_the_first_field(answer: Any) -> None:
    assert build_round({ENDING.path: answer})["ended_by"] == answer
    assert not ENDING.takes(answer)


def test_answers_are_found_again() -> None:
    round_ = build_round({"piles.1": ["h01-1"], "calls": [1, 0, 1], "stake": 3})
    cards, calls, other = (
        Prompt("piles.1", PromptKind.CARDS, Text("", "")),
        Prompt("calls", PromptKind.SEQUENCE, Text("", ""), values=(0, 1)),
        Prompt("piles.4.x", PromptKind.CARDS, Text("", "")),
    )
    assert (cards.answer_in(round_), calls.answer_in(round_), other.answer_in(round_)) == (["h01-1"], [1, 0, 1], None)
    assert Prompt("stake.deep", PromptKind.NUMBER, Text("", "")).answer_in(round_) is None
    assert ENDING.answer_in({"caller": 0}) is None


def test_a_card_alone_is_found_as_a_list_of_one() -> None:
    ask = Prompt("gaji.took", PromptKind.CARDS, Text("", ""), maximum=1)
    assert ask.answer_in({"gaji": {"took": "h09-3"}}) == ask.answer_in({"gaji": {"took": ["h09-3"]}}) == ["h09-3"]
