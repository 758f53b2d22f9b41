"""What picture cards cost the losers, by both tables of kakeya 6.3."""

from __future__ import annotations

import pytest

from scorer.families.egara.payments import pay_table_rows, stones_for


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
