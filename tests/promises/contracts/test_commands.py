"""The commands settle, value, odds and bench, run as other programs do."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorer.games import games
from tests.support.gate import first_in_gate
from web.cli import main

ROUND = {"game": "otoroku", "seats": ["Aki", "Emi"], "hands": [["h07-1", "h06-1"], ["h10-1", "h05-1"]]}
TOO_MANY = {**ROUND, "hands": [["h07-1", "h06-1"], ["h01-1", "h01-2", "h01-3", "h02-1", "h02-2", "h03-1"]]}


def run(*words: str, text: str = "", **env: str) -> Result:
    return CliRunner(env={"LC_ALL": "C.UTF-8", **env}).invoke(main, words, input=text)


def test_settle_prints_one_settlement() -> None:
    result = run("settle", text=json.dumps(ROUND))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["net"] == [-1, 1]


def test_settle_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(json.dumps(ROUND))
    assert json.loads(run("settle", str(tmp_path / "round.json")).stdout)["outcome"] == "settled"
    assert run("settle", str(tmp_path / "none.json")).exit_code == 2


@pytest.mark.parametrize(
    ("text", "code", "seat"),
    [
        (json.dumps(TOO_MANY), "too_many_cards", 1),
        ("{", "bad_json", None),
        ("", "bad_json", None),
        ("\xff", "bad_json", None),
        ("[" * 100_000, "bad_json", None),
        ("9" * 5000, "bad_json", None),
        ("[]", "bad_round", None),
        ("{}", "bad_option", None),
        ('{"game": "otoroku"}', "bad_round", None),
        ('{"game": "otoroku", "seats": ["A", "B"], "hands": [["\\ud800"], []]}', "bad_json", None),
        ('{"game": "otoroku", "seats": ["A", "B"], "hands": NaN}', "bad_json", None),
    ],
)
def test_what_cannot_be_settled(text: str, code: str, seat: int | None) -> None:
    result = run("settle", text=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    error = json.loads(result.stderr)["error"]
    assert (error["code"], error["seat"]) == (code, seat)
    assert error["message"]["en"]
    assert error["message"]["ja"]


def test_settle_answers_line_by_line() -> None:
    lines = [json.dumps(ROUND), "", "{", json.dumps(TOO_MANY), "  ", json.dumps(ROUND)]
    result = run("settle", "--lines", text="\n".join(lines))
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "bad_json", "too_many_cards", None]


def test_value_prints_the_hand_in_both_languages_and_as_json() -> None:
    assert run("value", "otoroku", "h06-1", "h09-1", "--role", "dealer").stdout.splitlines()[-1] == "= 15"
    japanese = run("value", "otoroku", "h06-1", "h09-1", LC_ALL="ja_JP.UTF-8")
    assert japanese.stdout.splitlines()[-1] == "= 負けず"
    found = json.loads(run("value", "otoroku", "h06-1", "h09-1", "--role", "last", "--json").stdout)
    assert (found["class"], found["total"]) == ("makezu", 15)
    never = ["value", "otoroku", *(f"h05-{n}" for n in (1, 2)), "h03-1", "h02-1", "h04-1", "--json", "--option"]
    assert json.loads(run(*never, "teyaku_never_buta=false").stdout)["class"] == "buta"
    assert json.loads(run(*never, "wager=2").stdout)["class"] == "goshita"


def test_value_refuses_by_code() -> None:
    for words, code in (
        (["whist", "h01-1"], "bad_option"),
        (["otoroku", "h11-1"], "wrong_deck"),
        (["otoroku", "h01-1", "--role", "oya"], "bad_option"),
        (["otoroku"], "too_few_cards"),
        (["otoroku", "h01-1", "--option", "wager"], "bad_option"),
    ):
        result = run("value", *words)
        assert result.exit_code == 2
        assert json.loads(result.stderr)["error"]["code"] == code
    assert run("value").exit_code == 2


def test_value_answers_line_by_line(tmp_path: Path) -> None:
    hands = [
        {"game": "otoroku", "cards": ["AS", "9S"], "role": "other"},
        {"game": "otoroku", "cards": ["AS", "5C"]},
        {"game": "otoroku", "cards": ["AS"], "role": ["other"]},
        {"game": "otoroku", "cards": "AS"},
        [],
    ]
    text = "\n".join(map(json.dumps, hands))
    (tmp_path / "hands").write_text(text)
    result = run("value", "--lines", text=text)
    assert result.exit_code == 0
    assert run("value", "--lines", str(tmp_path / "hands")).stdout == result.stdout
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer.get("class") for answer in answers] == ["14.5", "14", None, None, None]
    assert [answer.get("total") for answer in answers[:2]] == [10, 6]
    assert [answer["error"]["code"] for answer in answers[2:]] == ["bad_option", "bad_round", "bad_round"]


def test_odds_count_what_is_unseen() -> None:
    words = ["odds", "otoroku", "h09-1", "--seen", "h06-1", "--seen", "h06-2", "--until", "14"]
    found = json.loads(run(*words, "--json").stdout)
    assert found["unseen"] == 37
    following = next(section for section in found["sections"] if section["key"] == "next")
    assert following["lines"][0] == {
        "key": "makezu",
        "says": {"en": "makezu, the undefeatable", "ja": "負けず"},
        "chance": "2/37",
        "decimal": 0.054054,
        "faces": {"h06-3": 1, "h06-4": 1},
    }
    readable = run(*words).stdout
    assert "After the next card" in readable
    assert "5.41%          2/37  makezu, the undefeatable" in readable
    lines = run("odds", "--lines", text='{"game": "otoroku", "cards": ["h09-1"], "aim": 13}\n{"game": "otoroku"}')
    answers = [json.loads(line) for line in lines.stdout.splitlines()]
    assert answers[0]["unseen"] == 39
    assert answers[1]["error"]["code"] == "bad_round"


def test_odds_by_playing_on_are_an_estimate_after_what_is_counted() -> None:
    cards = ("AS", "2S", "9S", "KS", "QH", "3H", "5H", "KD", "4D", "7D", "AC", "8C", "9C")
    words = ["odds", "kakeya", *cards, "--role", "S"]
    words += ["--seen", "KH", "--seen", "2H", "--playouts", "30"]
    found = json.loads(run(*words, "--seed", "7", "--json").stdout)
    assert found == json.loads(run(*words, "--seed", "7", "--json").stdout)
    assert found != json.loads(run(*words, "--json").stdout)
    assert found["unseen"] == 16
    assert found["playouts"]["seed"] == 7
    assert [choice["key"] for choice in found["playouts"]["choices"]] == ["QH", "3H", "5H"]
    readable = run(*words).stdout
    assert readable.index("16 picture cards are out") < readable.index("Estimated by 30 rounds played on")
    assert re.search(r"  Q♥: [+-]\d\.\d\d ±\d\.\d\d on average\n +\d+\.\d+% ±\d+\.\d+%  gains stones", readable)
    japanese = run(*words, LC_ALL="ja_JP.UTF-8").stdout
    assert "30回打ち継いだ推定" in japanese
    line = {"game": "kakeya", "cards": cards, "seen": ["KH"], "role": "S", "playouts": 2}
    assert json.loads(run("odds", "--lines", text=json.dumps(line)).stdout)["playouts"]["rounds"] == 2


def test_shobu_or_koi_koi_is_played_on_from_piles_hand_and_field() -> None:
    words = ["odds", "koikoi", "h01-1", "h03-1", "h08-1", "h11-1", "h12-1", "h05-2", "h05-3", "h06-2"]
    words += [word for card in ("h02-2", "h02-3", "h04-2", "h04-3") for word in ("--seen", card)]
    words += [word for card in ("h09-1", "h10-1", "h07-1", "h07-2", "h06-1") for word in ("--hand", card)]
    words += [word for card in ("h10-3", "h09-3", "h09-4", "h10-4", "h12-2", "h12-3") for word in ("--field", card)]
    result = run(*words, "--playouts", "3")
    assert result.exit_code == 0, result.stderr
    assert result.stdout.index("Points for shobu") < result.stdout.index("Estimated by 3 rounds played on")
    assert "100.00%" in result.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("koikoi", "h01-1", "--playouts", "10"), "bad_count"),
        (("kakeya", "AS", "--playouts", "10"), "bad_count"),
        (("otoroku", "h01-1", "--playouts", "0"), "bad_count"),
        (("otoroku", "h01-1", "--playouts", "1000000"), "bad_count"),
        (("oicho-kabu", "h01-1", "--playouts", "10"), "no_odds"),
    ],
)
def test_what_cannot_be_played_on_is_refused(words: tuple[str, ...], code: str) -> None:
    result = run("odds", *words)
    assert (result.exit_code, json.loads(result.stderr)["error"]["code"]) == (2, code)


def test_odds_refuse_by_code() -> None:
    result = run("odds", "otoroku", "h09-1", "--seen", "h09-1")
    assert (result.exit_code, json.loads(result.stderr)["error"]["code"]) == (2, "duplicate_card")
    assert run("odds").exit_code == 2


def test_bench_rules_measures_every_game() -> None:
    result = run("bench", "rules", "--json", "--seconds", "0.01", "--rounds", "10")
    assert json.loads(result.stdout)["rounds_per_second"].keys() == games().keys()
    assert "rounds/s" in run("bench", "rules", "--seconds", "0.01", "--rounds", "10").stdout
    assert "rules" in run("bench", "--help").stdout


def test_bench_odds_measures_the_games_that_have_them() -> None:
    rows = json.loads(run("bench", "odds", "--json", "--hands", "3").stdout)["games"]
    assert rows.keys() <= games().keys()
    assert {"otoroku", "dontsuku", "tokotoko", "kujuroku"} <= rows.keys()
    for row in rows.values():
        assert row["hands"] == 3
        assert 0 < row["median_ms"] <= row["worst_ms"]
    assert "median" in run("bench", "odds", "--hands", "1").stdout


def test_every_command_has_help() -> None:
    for command in ("settle", "value", "odds", "bench"):
        assert run(command, "--help").exit_code == 0
    assert run("fly").exit_code == 2


HELPS = [
    ("--help",),
    ("bench", "--help"),
    ("hall", "--help"),
    *((each, "--help") for each in ("settle", "value", "odds")),
]
SHOW_HELPS = f"""
from web.cli import main
for words in {HELPS}:
    main(list(words), standalone_mode=False)
    print(chr(0))
"""


@pytest.mark.parametrize("language", first_in_gate(["ja_JP.UTF-8", "C.UTF-8"]))
def test_help_has_whole_sentences_in_the_language_of_the_terminal(language: str) -> None:
    env = {**os.environ, "LC_ALL": language, "PYTHONIOENCODING": "utf-8"}
    shown = subprocess.run([sys.executable, "-c", SHOW_HELPS], env=env, capture_output=True, check=True, text=True)
    helps = dict(zip(HELPS, shown.stdout.split("\0"), strict=False))
    for text in helps.values():
        assert "..." not in text.partition("\nCommands:")[2].replace("[ARGS]...", "")
    for command in ("settle", "value", "odds", "bench"):
        assert ("ます。" in helps[command, "--help"]) is language.startswith("ja")
