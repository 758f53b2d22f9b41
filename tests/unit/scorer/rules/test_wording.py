"""Wording of a game: reasons, house rules, terms, lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorer.rules.results import Reason
from scorer.rules.wording import RuleWording, game_wording, shared_wording
from scorer.texts import Name, Text

FILE = """
[options.length]
label = {en = "Length", ja = "長さ"}
help = {en = "Rounds of a game.", ja = "局の数。"}
12 = {en = "12 rounds", ja = "十二局"}
open = {en = "open", ja = "なし"}

[options.jizo]
label = {en = "Jizo", ja = "地蔵"}
help = {en = "Whether it plays.", ja = "使うかどうか。"}

[outcomes]
won = {en = "Won", ja = "勝ち"}
draw = {en = "Draw", ja = "引き分け"}

[words]
dealer.name = {en = "dealer", ja = "親", kana = "おや"}
dealer.meaning = {en = "who deals", ja = "配る人"}

[lesson]
deal.title = {en = "The deal", ja = "配り方"}
deal.body = {en = "Eight each.", ja = "8枚ずつ。"}

[reasons]
draw.dealer = {en = "{name} deals again", ja = "{name}がもう一度配ります"}
points = {en = "{points} points", ja = "{points}点"}
"""


@pytest.fixture
def wording(tmp_path: Path) -> RuleWording:
    (tmp_path / "game.toml").write_text(FILE, "utf-8")
    return game_wording(str(tmp_path / "game.py"))


def test_the_code_of_a_reason_is_its_key_up_to_the_dot(wording: RuleWording) -> None:
    reason = wording.because("draw.dealer", "koikoi 5", name="Aki")
    assert reason == Reason("draw", Text("Aki deals again", "Akiがもう一度配ります"), None, "koikoi 5")
    assert wording.because("points", "", 3, points=3) == Reason("points", Text("3 points", "3点"), 3)


def test_house_rules_have_a_label_for_each_value(wording: RuleWording) -> None:
    length = wording.option("length", 12, (12, "open"), minimum=1)
    assert (length.key, length.default, length.minimum, length.maximum) == ("length", 12, 1, None)
    assert (length.label.en, length.help.ja) == ("Length", "局の数。")
    assert [label.en for label in length.value_labels] == ["12 rounds", "open"]
    jizo = wording.flag("jizo", default=True)
    assert (jizo.label.ja, jizo.default) == ("地蔵", True)
    assert [label.en for label in jizo.value_labels] == ["yes", "no"]


def test_outcomes_words_and_lessons_are_tables(wording: RuleWording) -> None:
    assert wording.table("outcomes", "won", "draw") == (
        ("won", Text("Won", "勝ち")),
        ("draw", Text("Draw", "引き分け")),
    )
    word = wording.word("dealer", "oya")
    assert (word.name, word.meaning, word.aliases) == (
        Name("dealer", "親", "おや"),
        Text("who deals", "配る人"),
        ("oya",),
    )
    [deal] = wording.lesson("deal")
    assert (deal.title, deal.body) == (Text("The deal", "配り方"), Text("Eight each.", "8枚ずつ。"))


def test_what_games_share_is_worded_once() -> None:
    assert shared_wording("rules").because("next_dealer", name="Aki & Emi").text.en == "Aki & Emi deal next"
    assert shared_wording("rules") is shared_wording("rules")
