"""`bench compare`: two checkouts in turn, without the first picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from web.cli.benches import compare
from web.cli.benches.compare import summarize_times

FAKE_CLI = """
import json, sys, time
from pathlib import Path
LOG, WORK_S, CARD = Path({log!r}), {work}, {card!r}
def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
def main():
    if sys.argv[1] == "bench":
        rows = {{folder: {{"live": 2.0 if CARD == "h01-1" else 8.0}} for folder in sys.argv[6:]}}
        print(json.dumps({{"rows": rows}}))
        return
    for number, path in enumerate(sys.argv[5:]):
        name = Path(path).read_bytes().decode()
        spend(WORK_S if number else 0.3)
        with LOG.open("a") as log:
            log.write(f"{{CARD}} {{name}}\\n")
        corners = [[10, 10], [40, 10], [40, 60], [10, 60]]
        card = {{"card": CARD, "confidence": 1.0, "sure": True, "face": "up", "corners": corners}}
        card |= {{"alternatives": [], "doubt": ""}}
        print(json.dumps({{"cards": [card]}}), flush=True)
"""


def make_tree(root: Path, log: Path, work_s: float, card: str) -> Path:
    (root / "web").mkdir(parents=True)
    (root / "web/__init__.py").touch()
    (root / "web/cli.py").write_text(FAKE_CLI.format(log=str(log), work=work_s, card=card))
    return root


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.jpg").write_text(name)
        corners = [[10, 10], [40, 10], [40, 60], [10, 60]]
        truth = {"image": f"{name}.jpg", "tags": [], "cards": [{"card": "h01-1", "corners": corners, "visible": 1.0}]}
        (folder / f"{name}.json").write_text(json.dumps(truth))
    return folder


@pytest.mark.long
def test_both_read_every_picture_in_turn_and_are_counted_apart(
    tmp_path: Path, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setattr(compare, "_THIS_TREE", make_tree(tmp_path / "mine", log, 0.02, "h01-1"))
    other = make_tree(tmp_path / "other", log, 0.08, "h02-1")
    answer = CliRunner().invoke(
        compare.COMMAND, [str(other), str(pictures), "--rounds", "2", "--live", "--json", "--python", sys.executable]
    )
    assert answer.exit_code == 0, answer.output
    figures = json.loads(answer.output)
    mine_a, mine_b, other_a, other_b = "h01-1 a", "h01-1 b", "h02-1 a", "h02-1 b"
    warm = [mine_a, other_a]
    assert log.read_text().splitlines() == [*warm, mine_a, other_a, mine_b, other_b, other_a, mine_a, other_b, mine_b]
    assert 0.15 < figures["time"]["ratio"] < 0.6
    assert figures["time"]["pictures"] == 2
    live = {"ratio": 0.25, "quarter": 0.25, "three_quarters": 0.25, "total": 0.25}
    assert figures["live"] == {"pictures": 2, "ms": [2.0, 8.0], **live}
    assert min(figures["first_ms"]) > 250
    row = figures["rows"][str(pictures)]
    assert row == figures["rows"][""]
    assert (row["found"], row["named"], row["sure"], row["silent"]) == ([2, 2], [2, 0], [2, 0], [0, 2])
    words = CliRunner().invoke(compare.COMMAND, [str(other), str(pictures), "--rounds", "1"])
    assert "of the other's processor time" in words.output


def test_times_are_medians_over_the_rounds_and_then_over_the_pictures() -> None:
    times = {
        Path("a"): ([10.0, 12.0, 90.0], [20.0, 24.0, 28.0]),
        Path("b"): ([30.0], [20.0]),
        Path("c"): ([8.0], [16.0]),
    }
    summary = summarize_times(times)
    assert summary["ratio"] == 0.5
    assert summary["total"] == pytest.approx(50 / 60, abs=1e-3)
    assert summary["ms"] == [12.0, 20.0]


def test_what_is_no_checkout_or_has_no_pictures_is_said(tmp_path: Path, pictures: Path) -> None:
    answer = CliRunner().invoke(compare.COMMAND, [str(pictures), str(pictures)])
    assert (answer.exit_code, "no checkout" in answer.output) == (1, True)
    tree = make_tree(tmp_path / "tree", tmp_path / "log", 0, "")
    answer = CliRunner().invoke(compare.COMMAND, [str(tree), str(tree)])
    assert (answer.exit_code, "no picture" in answer.output) == (1, True)
