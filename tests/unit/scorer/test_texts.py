"""Texts and names in every language."""

from __future__ import annotations

from scorer.texts import Name, Text, part_of, verbatim


def test_a_name_without_a_reading_says_so() -> None:
    assert Name("chaff", "カス").as_json() == {"en": "chaff", "ja": "カス", "kana": ""}


def test_a_name_is_no_text_but_may_be_made_one() -> None:
    deer = Name("maple, deer", "紅葉に鹿", "もみじにしか")
    assert deer != Text("maple, deer", "紅葉に鹿")
    assert deer.as_text() == Text("maple, deer", "紅葉に鹿")
    assert part_of(deer, 0) == Text("maple", "紅葉に鹿")
    assert deer.said_in("kana") == "もみじにしか"
    assert Name("chaff", "カス").said_in("kana") == "カス"


def test_what_is_the_same_in_every_language_is_said_once() -> None:
    assert verbatim("Aki") == Text("Aki", "Aki")
    assert verbatim("Aki").said_in("eo") == "Aki"


def test_a_text_without_a_language_is_english() -> None:
    assert Text("pine", "松").find("eo") is None
    assert Text("pine", "松").said_in("eo") == "pine"
