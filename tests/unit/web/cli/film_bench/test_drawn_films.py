"""Which decks are filmed."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.synth.habits.switches import PLAIN, switch_on
from web.cli.film_bench.drawn_films import another_deck, draw_films, held_out_deck


def test_films_show_a_deck_that_no_network_has_learned(tmp_path: Path) -> None:
    for name in ("pysol-flowers", "jackapp-redraw", "nintendo-scan-yosh"):
        (tmp_path / "hanafuda" / name).mkdir(parents=True)
        (tmp_path / "hanafuda" / name / "labels.csv").write_text("file,card\n")
    (tmp_path / "mekurifuda" / "pysol-tensho").mkdir(parents=True)
    (tmp_path / "mekurifuda" / "pysol-tensho" / "labels.csv").write_text("file,card\n")
    assert held_out_deck("hanafuda", tmp_path) == tmp_path / "hanafuda" / "jackapp-redraw"
    assert held_out_deck("mekurifuda", tmp_path) == tmp_path / "mekurifuda" / "pysol-tensho"
    assert held_out_deck("western", tmp_path) is None
    assert held_out_deck("onesuit", tmp_path) is None


def test_where_there_is_none_our_drawings_are_filmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faces = []
    monkeypatch.setattr("web.cli.film_bench.drawn_films.held_out_deck", lambda kind: None)
    monkeypatch.setattr("scanner.synth.films.film.write_film", lambda folder, script, art, **_: faces.append(art.name))
    (film,) = draw_films(tmp_path, ["otoroku"], 1, 3, None, drawn=False, switches=lambda _: PLAIN)
    assert (film.name, faces) == ("otoroku-3", ["hanafuda"])


def test_a_deck_that_lacks_faces_of_the_round_is_not_filmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faces = []
    cv2.imwrite(str(tmp_path / "a.png"), np.full((300, 200, 3), 200, np.uint8))
    (tmp_path / "labels.csv").write_text("file,card\na.png,h01-1\n", "utf-8")
    monkeypatch.setattr("web.cli.film_bench.drawn_films.held_out_deck", lambda kind: tmp_path)
    monkeypatch.setattr("scanner.synth.films.film.write_film", lambda folder, script, art, **_: faces.append(art.name))
    draw_films(tmp_path, ["otoroku"], 1, 3, None, drawn=False, switches=lambda _: PLAIN)
    assert faces == ["hanafuda"]


def test_another_deck_is_any_but_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pysol-flowers", "jackapp-redraw"):
        (tmp_path / "hanafuda" / name).mkdir(parents=True)
        (tmp_path / "hanafuda" / name / "labels.csv").write_text("file,card\n")
    assert {another_deck("hanafuda", seed, tmp_path) for seed in range(5)} == {tmp_path / "hanafuda" / "pysol-flowers"}
    assert another_deck("western", 1, tmp_path) is None
    asked: list[str] = []
    monkeypatch.setattr("web.cli.film_bench.drawn_films.another_deck", lambda kind, seed: asked.append(kind))
    monkeypatch.setattr("scanner.synth.films.film.write_film", lambda *_, **__: None)
    draw_films(tmp_path, ["otoroku"], 1, 3, None, drawn=False, switches=lambda _: switch_on("deck"))
    assert asked == ["hanafuda"]
