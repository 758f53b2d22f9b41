from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from web.cli import main

FILM = ("synth", "--film", "otoroku", "--seats", "Aki,Emi", "--width", "320", "--height", "180", "--seed", "2")


@pytest.mark.long
def test_a_round_is_filmed_into_a_folder(tmp_path: Path) -> None:
    out = tmp_path / "film"
    answer = CliRunner().invoke(main, [*FILM, "--calm", "--deck", "kabufuda", "-o", str(out)])
    assert answer.exit_code == 0, answer.output
    truth = json.loads((out / "truth.json").read_text(encoding="utf-8"))
    assert (truth["game"], truth["deck"], truth["seats"]) == ("otoroku", "kabufuda", ["Aki", "Emi"])
    assert len(truth["zones"]["seats"]) == 2
    assert truth["incidents"] == []
    frames = sorted(out.glob("*.jpg"))
    assert cv2.imread(str(frames[0])).shape == (180, 320, 3)
    assert f"{len(frames)}/{len(frames)}" in answer.output


def test_what_cannot_be_filmed_is_said(tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(main, ["synth"]).exit_code == 2
    assert runner.invoke(main, [*FILM, "--options", "[]", "-o", str(tmp_path / "a")]).exit_code == 2
    answer = runner.invoke(main, [*FILM, "--options", '{"wager": "x"}', "-o", str(tmp_path / "a")])
    assert answer.exit_code == 2
    assert '"bad_option"' in answer.output
    assert not (tmp_path / "a").exists()


def test_a_picture_is_written_as_before(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["synth", "--size", "320x180", "--cards", "2", str(tmp_path / "table.jpg")])
    assert answer.exit_code == 0, answer.output
    assert json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["image"] == "table.jpg"


def test_a_fault_is_filmed_where_the_game_has_it(tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, [*FILM, "--fault", "revoke", "-o", str(tmp_path / "a")])
    assert answer.exit_code == 2
    assert '"bad_option"' in answer.output
    options = CliRunner().invoke(main, ["synth", "--help"]).output
    assert "--fault" in options
    assert not any(twin in options for twin in ("--deck", "--width", "--height")), "spelt --kind and --size"
