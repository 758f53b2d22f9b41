"""Rounds in the folder shared/ settle as they say, field by field."""

import json
from pathlib import Path

import pytest

from scorer.errors import Refusal
from scorer.games import game, games

ROUNDS = Path(__file__).parents[3].parent / "shared" / "rounds"


def find_differences(expect: dict, got: dict) -> list[str]:
    """Fields of `expect` that `got` answers differently."""
    if "error" in expect:
        allowed = expect["error"] if isinstance(expect["error"], list) else [expect["error"]]
        code = got.get("error", {}).get("code")
        return [] if code in allowed else [f"error {code} not in {allowed}"]
    if "error" in got:
        return [f"refused: {got['error']}"]
    found = []
    for key, value in expect.items():
        if key == "hands":
            hands = {str(hand["seat"]): hand for hand in got["hands"]}
            found += [
                f"hands.{seat}.{field}: {hands[seat][field]} not {wanted}"
                for seat, fields in value.items()
                for field, wanted in fields.items()
                if hands[seat][field] != wanted
            ]
        elif (set(value) != set(got[key])) if key == "winners" else (value != got[key]):
            found.append(f"{key}: {got[key]} not {value}")
    return found


def settle_as_json(round_: dict) -> dict:
    try:
        return game(round_["game"]).settle(round_).as_json()
    except Refusal as refusal:
        return refusal.as_json()


@pytest.mark.skipif(not ROUNDS.is_dir(), reason="the shared rounds are not beside the project")
@pytest.mark.parametrize("key", sorted(games()))
def test_shared_rounds(key: str) -> None:
    path = ROUNDS / f"{key}.jsonl"
    if not path.is_file():
        pytest.skip(f"no shared rounds of {key}")
    cases = [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    assert len(cases) >= 30
    wrong = [
        (case["round"], found)
        for case in cases
        if (found := find_differences(case["expect"], settle_as_json(case["round"])))
    ]
    assert wrong == []
