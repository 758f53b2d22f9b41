"""The scripts in `examples/` do what their first line says."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from tests.support.server import PIN, TableServer

EXAMPLES = Path(__file__).parents[3] / "examples"
PRINTED = {
    "settle_a_round": ["net [5, -5]", "0: Sanko, three brights: 5", "1: No yaku"],
    "refuse_a_round": ["unknown_card", "There is no card k99", "「k99」という札はありません"],
    "count_odds": ["38 cards are unseen", "The next card busts", "  8/19  bust"],
    "play_rounds": ["agari: 39", "forfeit: 37"],
}
"""How the lines begin that each example prints, some of them left out."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def run_example(name: str, *arguments: str) -> list[str]:
        monkeypatch.setattr(sys, "argv", [name, *arguments])
        runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        return capsys.readouterr().out.splitlines()

    return run_example


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_prints_what_it_should(name, run) -> None:
    lines = iter(run(name))
    assert [start for start in PRINTED[name] if not any(line.startswith(start) for line in lines)] == []


def test_a_picture_is_read(run, tmp_path) -> None:
    shot = photograph(SceneSpec(3, count=5, width=1280, height=960), DrawnFaces("hanafuda"))
    cv2.imwrite(str(tmp_path / "table.png"), shot.frame)
    printed = run("read_a_picture", str(tmp_path / "table.png"))
    truth = sorted(card["card"] for card in shot.truth["cards"])
    assert len(printed) == len(truth)
    assert all(re.fullmatch(r"(h\d\d-\d|back) at \d+, \d+ (sure|asked about: \w+)", line) for line in printed), printed


def test_a_table_is_listened_to(tmp_path) -> None:
    server = TableServer(tmp_path).start()
    try:
        command = [sys.executable, str(EXAMPLES / "listen_to_a_table.py"), server.url]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listening:
            try:
                assert listening.stdout
                assert listening.stdout.readline().endswith("None\n")
                version = server.request("GET", "/api/session")[1]["version"]
                assert server.request("POST", "/api/host", {"pin": PIN})[0] == 200
                body = {"version": version, "key": "an-example-listens", "game": "otoroku", "players": ["Aki", "Emi"]}
                assert server.request("POST", "/api/demo/evening", body, server.cookie)[0] == 200
                while "'Aki': " not in (line := listening.stdout.readline()):
                    assert line
            finally:
                listening.kill()
    finally:
        server.kill()


def test_every_example_is_tried() -> None:
    assert {file.stem for file in EXAMPLES.glob("*.py")} == {*PRINTED, "read_a_picture", "listen_to_a_table"}
