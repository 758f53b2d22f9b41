"""Names as people write them, and when two of them are one."""

from __future__ import annotations

import pytest

from scorer.person_names import fold_name, is_plain_name, sole_cell, tidy_name

WHOLE = [
    "👩\u200d🍳 Mia",
    "علی\u200cرضا",
    "🏳\ufe0f\u200d🌈",
    "👨\u200d👩\u200d👧\u200d👦",
    "👩🏽\u200d🚀",
    "❤\ufe0f\u200d🔥 Jo",
    "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "1\ufe0f\u20e3",
    "葛\U000e0100城",
    "شاه\u200cرخ",
    "क्\u200dष",
    "ශ්\u200dරී",
    "מיכל",
    "Zoë",
    "渡邉 あき",
    "O’Neil-Smith, Jr.",
    "Nguyễn",
]


@pytest.mark.parametrize("name", WHOLE)
def test_what_belongs_to_a_name_stays(name: str) -> None:
    assert tidy_name(name) == name
    assert tidy_name(f" \u200f\u202b{name}\u202c\ufeff\n") == name
    assert is_plain_name(name)


@pytest.mark.parametrize(
    ("given", "tidy"),
    [
        ("\u202aAki\u202c", "Aki"),
        ("\u2068Aki\u2069 ", "Aki"),
        ("\u200dAki\u200d", "Aki"),
        ("\ufe0fAki", "Aki"),
        ("A\u200bk\u00adi", "Aki"),
        ("A\u200dki", "Aki"),
        ("👩\u200d Mia", "👩 Mia"),
        ("\u200e\u200fمینا\u200e", "مینا"),
        ("e\u0301", "é"),
        ("\u200d", ""),
        ("\ufe0f\ufe0f", ""),
        ("\u3164\u115f", ""),
        ("\u2800", ""),
        ("\u0301", ""),
        ("\u3000 \u00a0", ""),
        ("", ""),
    ],
)
def test_what_shows_nothing_is_taken_away(given: str, tidy: str) -> None:
    assert tidy_name(given) == tidy


@pytest.mark.parametrize("name", ["a\u202eb", "a\u2066b", "a\tb", "a\nb", "a\ue000", "a\ud800", "a\u2028b"])
def test_what_controls_or_turns_others_is_no_name(name: str) -> None:
    assert not is_plain_name(tidy_name(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AKI", "aki"),
        ("Ａｋｉ", "aki"),
        ("علی\u200cرضا", "علیرضا"),
        ("☕\ufe0f", "☕"),
        ("ｶﾞ", "ガ"),
        ("STRASSE", "straße"),
        ("e\u0301", "É"),
    ],
)
def test_two_ways_to_write_a_name_are_one(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_other_names_are_others() -> None:
    assert len({fold_name(name) for name in WHOLE}) == len(WHOLE)


def test_a_row_of_cells_is_the_only_name_in_it() -> None:
    assert sole_cell("1\tAki\t") == "Aki"
    assert sole_cell("Aki\t12\t-3.5") == "Aki"
    assert sole_cell("1\tAki\tClub A") == "1\tAki\tClub A"
    assert sole_cell("Aki") == "Aki"
    assert sole_cell("1\t2") == "1\t2"
