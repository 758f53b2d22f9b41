"""Templates and files of wording."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from scorer import texts
from scorer.texts import Name, Text
from scorer.wording import Value, Wording, placeholders

FILE = """
[names]
deer = {en = "maple, deer", ja = "紅葉に鹿", kana = "もみじにしか"}
chaff = {en = "{plant} chaff", ja = "{plant}のカス", kana = "{plant}のかす"}

[texts]
greeting = {en = "Hello {name}", ja = "{name}さん、こんにちは"}
stones.paid = {en = "{count} {count:stone|stones}", ja = "石{count}個"}

[area.texts]
greeting = {en = "Hi {name}", ja = "{name}さん"}
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "texts.toml"
    path.write_text(FILE, "utf-8")
    return path


@pytest.mark.parametrize(
    ("template", "value", "said"),
    [
        ("{it}", 3, "3"),
        ("{it}", "Aki", "Aki"),
        ("{it!c}", Text("maple, deer", "紅葉"), "Maple, deer"),
        ("{it!l}", Name("Goko", "五光", "ごこう"), "goko"),
        ("{it:card|cards}", 1, "card"),
        ("{it:card|cards}", 0, "cards"),
        ("{it:card|cards}", 7, "cards"),
        ("{it:|s}", 1, ""),
        ("{it:once|twice|# times}", 2, "twice"),
        ("{it:once|twice|# times}", 5, "5 times"),
        ("{it:deals|deal}", "Aki", "deals"),
        ("{it:deals|deal}", "Aki & Emi", "deal"),
        ("{it:deals|deal}", "Aki & ", "deals"),
        ("{it: + }", (1, 2, 3), "1 + 2 + 3"),
        ("{it:, | and }", ("Aki", "Emi", "Jun"), "Aki, Emi and Jun"),
        ("{it:, | and }", ("Aki", Text("Emi", "恵美")), "Aki and Emi"),
        ("{it:, | and }", ("Aki",), "Aki"),
        ("{it!c:, }", (Text("one", "一"), Text("two", "二")), "One, two"),
        ("{it:, }", (), ""),
    ],
)
def test_a_template_is_filled(tmp_path: Path, template: str, value: Value, said: str) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'[texts]\none = {{en = "<{template}>", ja = "{template}"}}', "utf-8")
    assert Wording(path).text("one", it=value).en == f"<{said}>"


def test_a_text_in_a_text_is_in_the_same_language(path: Path) -> None:
    wording = Wording(path)
    deer = wording.name("deer")
    assert wording.text("greeting", name=deer) == Text("Hello maple, deer", "紅葉に鹿さん、こんにちは")
    assert wording.name("chaff", plant=deer) == Name("maple, deer chaff", "紅葉に鹿のカス", "もみじにしかのかす")
    assert wording.name("chaff", plant=Name("kiri", "キリ")).kana == "キリのかす"


def test_an_area_is_one_table_of_a_file(path: Path) -> None:
    assert Wording(path, "area").text("greeting", name="Aki").en == "Hi Aki"
    with pytest.raises(LookupError, match=r"no en text area texts\.stones\.paid"):
        _ = Wording(path, "area").text("stones.paid", count=1).en


def test_a_worded_text_is_like_any_other(path: Path) -> None:
    text = Wording(path).text("stones.paid", count=2)
    assert text == Text("2 stones", "石2個")
    assert hash(text) == hash(Text("2 stones", "石2個"))
    assert text != Text("2 stones", "石3個")
    assert text != Name("2 stones", "石2個")
    assert repr(text) == "Text(en='2 stones', ja='石2個')"
    assert deepcopy(text) == text
    name = Wording(path).name("deer")
    assert deepcopy(name) == name
    assert name.as_json() == {"en": "maple, deer", "ja": "紅葉に鹿", "kana": "もみじにしか"}
    assert name.as_text() == Text("maple, deer", "紅葉に鹿")


def test_a_missing_key_or_value_is_an_error(path: Path) -> None:
    with pytest.raises(LookupError, match=r"no en text  texts\.farewell"):
        _ = Wording(path).text("farewell").en
    with pytest.raises(LookupError, match="name"):
        _ = Wording(path).text("greeting").ja


def test_nothing_is_read_before_it_is_shown(tmp_path: Path) -> None:
    text = Wording(tmp_path / "absent.toml").text("greeting")
    with pytest.raises(LookupError):
        _ = text.en


def test_a_further_language_is_one_more_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(texts.LANGUAGES, "eo", "Esperanto")
    path.with_suffix(".eo.toml").write_text(
        '[names]\ndeer = "acero kun cervo"\n[texts]\ngreeting = "Saluton {name}"\n[area.texts]\ngreeting = "Sal"',
        "utf-8",
    )
    wording = Wording(path)
    deer = wording.name("deer")
    assert deer.as_json() == {
        "en": "maple, deer",
        "ja": "紅葉に鹿",
        "kana": "もみじにしか",
        "eo": "acero kun cervo",
    }
    assert wording.text("greeting", name=deer).as_json()["eo"] == "Saluton acero kun cervo"
    assert Wording(path, "area").text("greeting", name="Aki").as_json()["eo"] == "Sal"
    unworded = wording.text("stones.paid", count=1)
    assert unworded.as_json() == {"en": "1 stone", "ja": "石1個"}
    assert unworded.said_in("eo") == "1 stone"
    assert wording.text("greeting", name=unworded).as_json()["eo"] == "Saluton 1 stone"


def test_placeholders_of_a_sentence_are_found() -> None:
    assert placeholders("{name!c} pays {count} {count:stone|stones}") == {"name", "count"}
    assert placeholders("nothing") == frozenset()
