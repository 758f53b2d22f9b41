"""A question offers the right answer among a few wrong ones."""

from __future__ import annotations

from dataclasses import replace

from scorer.teaching.question import MAX_CHOICES, make_question, number_name
from scorer.texts import Text

ASK = Text("How many?", "いくつですか")


def test_the_right_answer_stands_once_among_a_few_in_the_order_of_their_numbers() -> None:
    wrong = map(number_name, (12, 7, 9, 3, 5))
    question = make_question("value", ("h01-1",), ASK, number_name(9), wrong, Text("because", "だから"))
    assert [choice.en for choice in question.choices] == ["3", "7", "9", "12"]
    assert len(question.choices) == MAX_CHOICES
    assert question.choices[question.right_index].en == "9"


def test_rows_of_cards_tell_questions_apart() -> None:
    plain = make_question("call", ("h01-1",), ASK, number_name(1), [number_name(2)])
    beside = replace(plain, rows=((Text("On the field", "場札"), ("h02-1", "h03-1")),))
    assert beside.all_cards == ("h01-1", "h02-1", "h03-1")
    assert plain.as_json()["key"] != beside.as_json()["key"]
    assert beside.as_json()["rows"] == [
        {"label": {"en": "On the field", "ja": "場札"}, "cards": ["h02-1", "h03-1"]},
    ]
