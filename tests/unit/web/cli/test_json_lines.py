"""Lines in, lines out, and house rules from the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path

import click
import pytest

from scorer.api import value_json
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.json_lines import answer_lines, open_lines, parse_house_rules, refuse


def test_every_line_gets_one_answer_in_order_and_blank_ones_none() -> None:
    hand = b'{"game": "otoroku", "cards": ["h08-1"]}\n'
    out = io.BytesIO()
    answer_lines(value_json, [hand, b"\n", b"  \t\n", b"{\n", hand], out)
    first, broken, last = map(json.loads, out.getvalue().splitlines())
    assert first["total"] == last["total"] == 8
    assert broken["error"]["code"] == "bad_json"


def test_lines_come_from_the_file_named(tmp_path: Path) -> None:
    (tmp_path / "rounds").write_bytes(b"a\nb")
    with click.Context(click.Command("x")):
        assert list(open_lines([str(tmp_path / "rounds"), "other"])) == [b"a\n", b"b"]
        with pytest.raises(click.BadParameter):
            open_lines([str(tmp_path / "away")])


def test_a_refusal_goes_to_standard_error_with_status_two(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    with pytest.raises(SystemExit) as ended:
        refuse(Refusal("bad_round", Text("no", "否"), seat=1))
    out, err = capsysbinary.readouterr()
    assert (ended.value.code, out) == (2, b"")
    assert json.loads(err)["error"]["seat"] == 1
    assert err.count(b"\n") == 1
    assert "否".encode() in err


def test_a_house_rule_is_json_or_else_a_word() -> None:
    assert parse_house_rules(["wager=3", "jizo=true", "length=single", "a=b=c", "key", 'q="2"', "n={"]) == {
        "wager": 3,
        "jizo": True,
        "length": "single",
        "a": "b=c",
        "key": "",
        "q": "2",
        "n": "{",
    }
