"""Lists and cells of spreadsheets, as they are pasted."""

from __future__ import annotations

import pytest

from web.hall.name_list import NameList


@pytest.mark.parametrize(
    "text",
    [
        "Aki\nEmi\nKen",
        " Aki \r\n\r\nEmi\r\n Ken ",
        "1. Aki\n2. Emi\n3. Ken",
        "1) Aki\n2) Emi\n10) Ken",
        "(1) Aki\n(2) Emi\n(3) Ken",
        "- Aki\n- Emi\n- Ken",
        "• Aki\n• Emi\n• Ken",
        "①Aki\n②Emi\n③Ken",
        "１．Aki\n２．Emi\n３．Ken",
        "1\tAki\n2\tEmi\n3\tKen",
        "Aki\t\nEmi\t\nKen\t",
        "\tAki\t12\n\tEmi\t-3\n\tKen\t0",
        "1;Aki\n2;Emi\n3;Ken",
        '"1","Aki"\n"2","Emi"\n"3","Ken"',
        "\ufeffAki\n\u202aEmi\u202c\nKen\u200b",
    ],
)
def test_the_names_are_found(text: str) -> None:
    pasted = NameList(text)
    assert len(pasted.columns) == 1
    assert pasted.names(pasted.columns[0]) == ["Aki", "Emi", "Ken"]


def test_of_several_columns_one_has_to_be_chosen() -> None:
    pasted = NameList("1\tAki\tClub A\n2\tEmi\tClub B\n Ken \n4\tYuki\tClub A")
    assert pasted.columns == (0, 1, 2)
    assert pasted.names(1) == ["Aki", "Emi", "Yuki"]
    assert pasted.sample(2) == "Club A, Club B, Club A"


@pytest.mark.parametrize("text", ["Sato, Aki\nMori, Emi", "Aki\n2. Emi", "Aki 2\nEmi 3", "7 of 9\nR2-D2", "-\n-"])
def test_what_may_belong_to_a_name_stays(text: str) -> None:
    assert NameList(text).names(0) == text.split("\n")


@pytest.mark.parametrize("text", ["", "\n \n", "1\t2\n3\t4"])
def test_nothing_is_no_column(text: str) -> None:
    assert NameList(text).columns == ()
