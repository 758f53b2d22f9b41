"""Costs of switches, on films that are written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scanner.synth.habits.switches import FilmSwitches
from web.cli.film_bench.switch_costs import switch_costs
from web.cli.follow_figures import FollowFigures


def test_only_films_that_a_switch_changes_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(folder: Path, *_: object, switches: Any, **__: object) -> list[Path]:
        on: FilmSwitches = switches(1)
        (folder / "koikoi-1").mkdir(parents=True)
        (folder / "koikoi-1" / "zones.json").write_text("{}")
        (folder / "koikoi-1" / "000000.jpg").write_bytes(b"other" if on.cloth else b"plain")
        return [folder / "koikoi-1"]

    monkeypatch.setattr("web.cli.film_bench.switch_costs.draw_films", draw)
    measured: list[str] = []

    def measure(film: Path) -> FollowFigures:
        measured.append(film.parent.name)
        return FollowFigures(films=1, matched=8 if film.parent.name == "cloth" else 10, announced=10, true=10)

    (cost,) = switch_costs(tmp_path, ["koikoi"], 1, 1, measure)
    assert measured == ["plain", "cloth"]
    assert cost.as_json() == {
        "switch": "cloth", "films": 1, "plain": 1.0, "f1": 0.8, "cost": 0.2, "exact": 0, "silent": 0,
    }  # fmt: skip
