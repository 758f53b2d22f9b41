"""What stands in English and Japanese where it is used has words in further languages, found by its English."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from scorer.texts import LANGUAGES, Text
from web.i18n.phrases import FOLDER, Phrases, word_further_languages, word_phrase

ROOT = Path(__file__).parents[4]
JAPANESE = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff]")
OFF_THE_PAGE = (
    "scanner/synth/films",
    "scanner/training/card_sets",
    "scanner/training/classifier",
    "scanner/training/detector",
    "scanner/training/indices",
    "web/cli",
)
"""What only somebody at a terminal reads."""
FURTHER = [language for language in LANGUAGES if language not in ("en", "ja")]
every_language = pytest.mark.parametrize("language", FURTHER)


def sentences(node: ast.expr) -> list[str]:
    """What an argument may say, with 7 for what it is filled with."""
    match node:
        case ast.Constant(value=str(said)):
            return [re.sub(r"\{\w+\}", "7", said)]
        case ast.JoinedStr(values=values):
            return ["".join(part.value if isinstance(part, ast.Constant) else "7" for part in values)]
        case ast.IfExp(body=body, orelse=orelse):
            return sentences(body) + sentences(orelse)
    return []


def written_texts() -> Iterator[str]:
    """The English of every text that stands in the code with its Japanese behind it."""
    for path in (*(ROOT / "scanner").rglob("*.py"), *(ROOT / "web").rglob("*.py")):
        if path.relative_to(ROOT).as_posix().startswith(OFF_THE_PAGE):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            parts = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
            for english, japanese in pairwise(parts):
                if any(map(JAPANESE.search, sentences(japanese))):
                    yield from (said for said in sentences(english) if re.search("[a-z]{2}", said))


@every_language
def test_every_text_of_the_page_is_worded(language: str) -> None:
    # A piece that another sentence is made of is worded with it.
    missing = {said for said in written_texts() if not JAPANESE.search(said) and word_phrase(said, language) is None}
    assert missing == PIECES


PIECES = {
    " (also: 7)",
    " The host's PIN was lost; a new one is shown at the start.",
    " from 7",
    "7 has no place for a 7 7",
    "7 needs a 7 7",
    "7 with 7",
    "7. Play with 7 instead?",
    "Take 7 away7",
    "The ledger was damaged and has been rebuilt from its copies; 7. 77",
}


@every_language
def test_every_phrase_is_found_by_its_own_sentence(language: str) -> None:
    phrases = tomllib.loads((FOLDER / language / "phrases.toml").read_text("utf-8"))
    for english, said in phrases.items():
        places = re.findall(r"\{(#?\d)\}", english)
        assert {place.strip("#") for place in places} == set(re.findall(r"\{(\d)\}", said)), english
        filled, expected = english, said
        for place in places:
            filled, expected = filled.replace(f"{{{place}}}", "7"), expected.replace(f"{{{place[-1]}}}", "7")
        assert word_phrase(filled, language) == expected


@every_language
def test_no_phrase_is_left_of_a_text_that_is_gone(language: str) -> None:
    phrases = tomllib.loads((FOLDER / language / "phrases.toml").read_text("utf-8"))
    code = "".join(
        str(node.value)
        for folder in ("scanner", "web")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
    )
    longest = {english: max(re.split(r"\{#?\d\}", english), key=len) for english in phrases}
    assert [english for english, part in longest.items() if part.rstrip(".?") not in code] == []


@pytest.fixture(scope="module")
def phrases() -> Phrases:
    return Phrases(
        {
            "Ready.": "됐어요.",
            "Round {1} is over.": "{1}판이 끝났어요.",
            "{1} waits for {2}": "{2} 님을 {1} 님이 기다려요",
            "seat {#1}": "자리 {1}",
            "the middle": "바닥",
        },
        "ko",
    )


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Ready.", "됐어요."),
        ("Round 3 is over.", "3판이 끝났어요."),
        ("Round 3 is over. Ready.", "3판이 끝났어요. 됐어요."),
        ("Aki waits for Emi. Ready.", "Emi 님을 Aki 님이 기다려요. 됐어요."),
        ("the middle waits for seat 2", "자리 2 님을 바닥 님이 기다려요"),
        ("seat two", "자리 2"),
        ("seat many", None),
        ("Aki waits for pine, crane", "솔 광 님을 Aki 님이 기다려요"),
        ("the pine crane: yes", "솔 광: 있음"),
        ("pine, crane", None),
        ("Ready. Steady.", None),
        ("", None),
    ],
)
def test_a_sentence_is_found_whatever_it_is_filled_with(phrases: Phrases, english: str, said: str | None) -> None:
    assert phrases.find(english) == said


def test_a_text_is_worded_once_the_page_is_there() -> None:
    word_further_languages()
    assert Text("Settings", "設定").as_json() == {"en": "Settings", "ja": "設定", "ko": "설정"}
    assert Text("Settings", "設定").said_in("eo") == "Settings"
    assert Text("Aki", "Aki").as_json() == {"en": "Aki", "ja": "Aki"}
    assert word_phrase("x" * 1001, "ko") is None
