"""`fudayomi bench follow` on a painted film."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from scanner.following import round_follower
from tests.support.painted_table import PaintedCard, PaintedTable
from web.cli import main
from web.cli.film_bench import switch_costs
from web.cli.follow_figures import FollowFigures


def test_a_film_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    painted, number, events = PaintedTable(), 0, []
    for seat, name, code, x, y in [
        (None, "pile", None, 320, 180),
        (1, "a", "h07-1", 300, 40),
        (0, "b", "h06-1", 300, 320),
    ]:
        painted.cards[name] = PaintedCard(code, x, y)
        if seat is not None:
            events.append({"t": number / 5, "event": "laid", "seat": seat, "card": code})
        for _ in range(6):
            cv2.imwrite(str(tmp_path / f"{number:06d}.png"), painted.frame())
            number += 1
    zones = {
        "seats": [[[0, 240], [640, 240], [640, 360], [0, 360]], [[0, 0], [640, 0], [640, 110], [0, 110]]],
        "middle": [[0, 110], [640, 110], [640, 240], [0, 240]],
    }
    truth = {"game": "otoroku", "deck": "hanafuda", "seats": ["Aki", "Emi"], "options": {}, "fps": 5, "zones": zones}
    hands = [["h06-1"], ["h07-1"]]
    (tmp_path / "truth.json").write_text(json.dumps({**truth, "events": events, "round": {"hands": hands}}))
    monkeypatch.setattr(round_follower, "read_region", lambda frame, deck, *rest: painted.read(frame, deck, *rest[:-1]))
    rests = tmp_path / "rests"
    result = CliRunner().invoke(main, ["bench", "follow", str(tmp_path), "--rests", str(rests), "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert figures["games"]["otoroku"]["f1"] == 1.0
    assert figures["games"]["all"]["films"] == 1
    assert 0 < figures["games"]["all"]["delay_s"] < 1.5
    kept = rests / f"{tmp_path.name}.json"
    decoded = json.loads(CliRunner().invoke(main, ["bench", "follow", str(kept), "--json"]).stdout)
    assert figures["games"]["all"].pop("core") > 0
    assert decoded["games"]["all"].pop("core") is None  # no picture was read
    assert decoded["games"]["all"] == figures["games"]["all"]
    assert decoded["films"] == [{**figures["films"][0], "film": str(kept)}]
    table = CliRunner().invoke(main, ["bench", "follow", str(tmp_path)])
    assert table.stdout.splitlines()[0].split()[:3] == ["game", "films", "events"]


def test_a_folder_without_truth_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["bench", "follow", str(tmp_path)])
    assert result.exit_code == 2
    assert "no film with its truth" in result.stderr
    (tmp_path / "other.json").write_text("{}")
    result = CliRunner().invoke(main, ["bench", "follow", str(tmp_path / "other.json")])
    assert result.exit_code == 2
    assert "other.json is no film with its truth" in result.stderr


def test_a_switch_that_costs_too_much_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    good, poor = FollowFigures(matched=10, announced=10, true=10), FollowFigures(matched=9, announced=10, true=10)
    costs = [switch_costs.SwitchCost("cloth", good, good), switch_costs.SwitchCost("slant", good, poor)]
    monkeypatch.setattr("web.cli.benches.follow.switch_costs", lambda *_: costs[:1])
    result = CliRunner().invoke(main, ["bench", "follow", "--switches", "--json"])
    assert (result.exit_code, json.loads(result.stdout)["switches"][0]["cost"]) == (0, 0.0)
    monkeypatch.setattr("web.cli.benches.follow.switch_costs", lambda *_: costs)
    result = CliRunner().invoke(main, ["bench", "follow", "--switches"])
    assert result.exit_code == 1
    assert result.stdout.splitlines()[2].split()[:5] == ["slant", "0", "1.0", "0.9", "0.1"]
