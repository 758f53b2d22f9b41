"""bench crowd: what it reads is what was laid, whatever the time it takes."""

from __future__ import annotations

import pytest

from scanner.evaluation import EvaluationCounts
from web.cli.benches.crowd import Row, render_table


@pytest.mark.long
def test_a_row_tells_of_tables_as_they_were_laid() -> None:
    row, counts = Row(), EvaluationCounts()
    picture, truth = render_table("hanafuda", "grid", 4, 40)
    row.measure(picture, truth, "hanafuda", counts)
    answer = row.as_json()
    assert (answer["cards"], answer["read"]) == (4, 4)
    assert 0 < answer["full"] <= answer["worst"] + 1
    assert counts.by_visibility["over .9"]["named"] == sum(code is not None for code, _, _ in truth.cards)
    assert answer["a_card"] * 4 - answer["full"] < 1
