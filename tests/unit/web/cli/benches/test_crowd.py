"""bench crowd: what it reads is what was laid, whatever the time it takes."""

from __future__ import annotations

from web.cli.benches.crowd import Row, render_table


def test_a_row_tells_of_tables_as_they_were_laid() -> None:
    row = Row()
    picture, cards = render_table("hanafuda", "grid", 4, 40)
    row.measure(picture, cards, "hanafuda")
    told = row.as_json()
    assert (told["cards"], told["read"]) == (4, 4)
    assert 0 < told["full"] <= told["worst"] + 1
    assert told["a_card"] * 4 - told["full"] < 1
