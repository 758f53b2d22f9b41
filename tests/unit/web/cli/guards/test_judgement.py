"""Guards: what counts as better, models in place of others, counts of a picture."""

from __future__ import annotations

from pathlib import Path

import pytest

import models
from web.cli.guards.judgement import Difference, compare, count_pictures, models_from
from web.cli.guards.pictures import draw_table


def _rows(*named: int) -> list[dict[str, int]]:
    return [{"named": count} for count in named]


def test_a_difference_is_told_only_where_it_is_beyond_chance() -> None:
    few = compare(_rows(5, 6, 7, 5), _rows(5, 6, 6, 6), "named")
    many = compare(_rows(*[6] * 20), _rows(*[5] * 20), "named")
    assert (few.difference, few.verdict("named")) == (0, "equal")
    assert (many.difference, many.verdict("named"), many.verdict("silent")) == (20, "better", "worse")
    assert compare([], [], "named") == Difference(0, 0, 0)


def test_models_of_a_folder_stand_in_for_those_it_has(tmp_path: Path) -> None:
    shipped = Path(models.__path__[0])
    (tmp_path / "detector").mkdir()
    (tmp_path / "detector" / "detector.json").write_text("{}")
    with models_from(tmp_path):
        folder = Path(models.__path__[0])
        assert (folder / "detector" / "detector.json").read_text() == "{}"
        assert (folder / "names" / "manifest.json").read_bytes() == (shipped / "names" / "manifest.json").read_bytes()
    assert Path(models.__path__[0]) == shipped
    with models_from(None):
        assert Path(models.__path__[0]) == shipped


@pytest.mark.long
def test_a_drawn_table_is_counted() -> None:
    (counts,) = count_pictures([draw_table("scatter", "hanafuda", 1)])
    assert counts.cards > 3
    assert counts.sure <= counts.named <= counts.cards
    assert counts.silent == 0
    assert counts.ms > 0
