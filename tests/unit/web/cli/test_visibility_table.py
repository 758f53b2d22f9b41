"""The table of reads by visible share: rows, bands, percent."""

from __future__ import annotations

from web.cli.visibility_table import format_visibility


def test_each_band_has_a_line_with_its_share_named() -> None:
    counts = {"cards": 8, "found": 6, "named": 5, "sure": 4, "silent": 1}
    none = dict.fromkeys(counts, 0)
    heading, first, second, other = format_visibility(
        {"hanafuda": {"over .9": counts, "less": none}, "western": {"less": counts}}
    )
    assert heading.split() == ["shows", "cards", "found", "named", "sure", "silent", "%", "named"]
    assert first.split() == ["hanafuda", "over", ".9", "8", "6", "5", "4", "1", "62.5"]
    assert second.split() == ["hanafuda", "less", "0", "0", "0", "0", "0", "-"]
    assert other.split()[0] == "western"
    assert len({len(line.rstrip()) for line in (first, second, other)}) == 1


def test_no_rows_are_a_heading_alone() -> None:
    assert len(list(format_visibility({}))) == 1
