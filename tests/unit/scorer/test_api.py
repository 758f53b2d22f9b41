"""JSON in, JSON out: the door that command line and page share."""

import json
from typing import Any

import pytest

from scorer.api import handle_json, odds_json, settle_json, to_json_line, value_json
from scorer.games import game, games


@pytest.mark.parametrize("text", ["{", "", b"\xff", "[" * 100_000])
def test_what_is_no_json(text: str | bytes) -> None:
    assert handle_json(settle_json, text)["error"]["code"] == "bad_json"


def test_an_answer_is_one_line_of_utf_8() -> None:
    line = to_json_line(handle_json(value_json, '{"game": "otoroku", "cards": ["h08-1"]}'))
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert "芒に月：8点" in line.decode()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"role": "motto"}, "bad_option"),
        ({"role": ["dealer"]}, "bad_option"),
        ({"seen": "h01-1"}, "bad_round"),
        ({"seen": ["h09-1"]}, "duplicate_card"),
        ({"aim": "15"}, "bad_count"),
        ({"options": {"wager": 0}}, "bad_option"),
    ],
)
def test_odds_that_cannot_be_counted(more: dict[str, Any], code: str) -> None:
    assert handle_json(odds_json, json.dumps({"game": "otoroku", "cards": ["h09-1"], **more}))["error"]["code"] == code


def test_odds_as_they_are_written() -> None:
    found = handle_json(odds_json, '{"game": "otoroku", "cards": ["h09-1"], "seen": ["h06-1", "h06-2"], "aim": 14}')
    assert found["unseen"] == 37
    following = next(section for section in found["sections"] if section["key"] == "next")
    assert following["lines"][0]["chance"] == "2/37"
    assert following["lines"][0]["faces"] == {"h06-3": 1, "h06-4": 1}
    assert "faces" not in next(section for section in found["sections"] if section["key"] == "until")["lines"][0]


def test_a_role_that_is_none_is_answered_with_those_there_are() -> None:
    message = handle_json(odds_json, '{"game": "otoroku", "cards": ["h09-1"], "role": "motto"}')["error"]["message"]
    assert message["en"] == "The roles are: " + ", ".join(key for key, _ in game("otoroku").roles)
    assert "XX" not in message["en"]
    without = next(rules for rules in games().values() if not rules.roles)
    message = handle_json(value_json, json.dumps({"game": without.key, "cards": [], "role": "motto"}))["error"][
        "message"
    ]
    assert message["en"] == "The roles are: -"
