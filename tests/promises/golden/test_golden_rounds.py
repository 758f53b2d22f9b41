"""Golden rounds: the worked examples of the rule books.

A file has a comment that cites its row, the round, and the expected result, both in the text notation. `classes` and
`totals` are by seat (null: no class, or a total that the book does not name), so are `baks`; `yaku` is that of the
winner. `error` is one code, or several of which
one must come.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorer.api import handle_json, settle_json
from scorer.games import games
from scorer.notation import read_round

FILES = sorted((Path(__file__).parent / "rounds").glob("*.txt"))


def read_golden_round(path: Path) -> tuple[str, dict[str, Any], dict[str, Any]]:
    cited, round_, expect = path.read_text(encoding="utf-8").splitlines()
    return cited, read_round(round_), read_round(expect)


def settle_as_json(round_: dict[str, Any]) -> dict[str, Any]:
    return dict(handle_json(settle_json, json.dumps(round_)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    cited, round_, expect = read_golden_round(path)
    assert cited.startswith(f"# {round_['game']} ")
    assert path.stem.startswith(f"{round_['game']}-")
    got = settle_as_json(round_)
    del expect["game"]
    if "error" in expect:
        assert got["error"]["code"] in expect["error"]
        return
    assert "error" not in got, got
    got["classes"] = [hand["class"] for hand in got["hands"]]
    got["baks"] = [hand.get("baks", []) for hand in got["hands"]]
    got["yaku"] = next((got["hands"][seat].get("yaku") for seat in got["winners"]), {})
    totals = expect.pop("totals", [None] * len(got["hands"]))
    for hand, total in zip(got["hands"], totals, strict=True):
        assert total in (None, hand["total"])
    assert {key: got.get(key) for key in expect} == expect


def test_every_game_has_golden_rounds() -> None:
    for key in games():
        assert len([path for path in FILES if path.stem.startswith(f"{key}-")]) >= 8
