"""What picture cards cost the losers, by both tables of kakeya 6.3."""

from __future__ import annotations

import pytest

from scorer.families.egara.payments import pay_table_rows, round_fields, stones_for
from scorer.rules.prompts import Table


@pytest.mark.parametrize(
    ("table", "key", "stones"),
    [
        ("standard", "none", [4, 4, 4, 4, 4]),
        ("standard", "minor", [2, 2, 2, 2, 4]),
        ("standard", "major", [1, 1, 2, 2, 4]),
        ("nakayoshi_mura", "none", [3, 3, 4, 4, 4]),
        ("nakayoshi_mura", "minor", [2, 2, 3, 3, 4]),
        ("nakayoshi_mura", "major", [1, 1, 2, 2, 4]),
    ],
)
def test_stones_at_the_edges_of_each_row(table: str, key: str, stones: list[int]) -> None:
    assert [stones_for(table, key, count) for count in (8, 11, 12, 15, 16)] == stones


def test_a_row_tells_the_raise_only_where_there_is_one() -> None:
    assert [row.amount.en for row in pay_table_rows("standard")] == ["4", "2", "1, from 12 picture cards on 2", "4"]
    rows = pay_table_rows("nakayoshi_mura")
    assert [row.condition.en for row in rows] == ["no ace", "minor aces", "major aces", "all sixteen"]
    assert rows[0].amount.ja == "3個、絵札12枚からは4個"


def test_partners_sit_across_and_count_together() -> None:
    hands = [["AS", "2H"], ["KS"], ["AH"], ["AC", "AD"]]
    tricks = [[["AS", "KS", "2H", "3H"]], [], [["AH", "4D", "AC", "AD"]], [["JD", "QD"]]]
    fields = round_fields(hands, tricks, "S", Table(("P", "Q"), {}, extra={"dealers": 0}))
    assert fields == {
        "active": [0, 1],
        "dealers": 0,
        "trump": "S",
        "aces": [["AS", "AH"], ["AC", "AD"]],
        "captured": [["AS", "KS", "AH", "AC", "AD"], ["JD", "QD"]],
    }
