"""Refusals: what they carry, and what of a stranger's input they repeat."""

from __future__ import annotations

import pytest

from scorer.errors import ERROR_CODES, Refusal, safe_quote, safe_repr
from scorer.texts import Text


def test_a_refusal_is_an_object_of_four_fields() -> None:
    refusal = Refusal("wrong_deck", Text("not here", "ここではない"), seat=0, cards=("h01-1",))
    assert refusal.as_json() == {
        "error": {
            "code": "wrong_deck",
            "message": {"en": "not here", "ja": "ここではない"},
            "seat": 0,
            "cards": ["h01-1"],
        }
    }
    assert str(refusal) == "wrong_deck: not here"


def test_a_refusal_of_the_whole_table_names_no_seat_and_no_cards() -> None:
    error = Refusal("bad_json", Text("no", "否")).as_json()["error"]
    assert (error["seat"], error["cards"]) == (None, [])


@pytest.mark.parametrize(
    ("value", "repeated"),
    [
        ("x" * 41, "x" * 40),
        ("\ud800", "?"),
        (10**30 - 1, "9" * 30),
        (10**30, "> 10^30"),
        (-(10**30), "< -10^30"),
        (2.5, "2.5"),
        (False, "false"),
        ({"a": "secret"}, "[…]"),
        (b"secret", "[…]"),
    ],
)
def test_what_an_error_repeats_is_short_and_never_nested(value: object, repeated: str) -> None:
    assert safe_repr(value) == repeated


def test_only_a_text_stands_in_quotes() -> None:
    assert [safe_quote(value) for value in ("true", True, "", 0)] == ['"true"', "true", '""', "0"]


def test_every_code_means_something_in_both_languages() -> None:
    assert all(meaning.en.isascii() and not meaning.ja.isascii() for meaning in ERROR_CODES.values())
