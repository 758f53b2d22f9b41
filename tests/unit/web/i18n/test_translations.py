"""All texts exist in every language, and are compiled as written."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scanner.doubt_texts import DOUBT_TEXTS
from scorer.texts import LANGUAGES
from web.i18n.learning_messages import learning_messages
from web.i18n.script_messages import script_messages, view_messages
from web.i18n.tv_messages import tv_messages

ROOT = Path(__file__).parents[4]
WEB = ROOT / "web"
TRANSLATIONS = WEB / "i18n/translations"
every_language = pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
METHODS = [("i18n/*_messages.py", "python"), ("hall/messages.py", "python"), ("templates/**.html", "jinja2")]


WALKS = ("enrol", "calibrate")


def catalogue_of(language: str, translations: Path = TRANSLATIONS) -> Path:
    return translations / language / "LC_MESSAGES/messages.po"


def read_catalogue(language: str):
    with catalogue_of(language).open("rb") as file:
        return read_po(file, locale=language)


@every_language
def test_every_word_is_translated_and_no_other(language):
    asked = {
        message for _, _, message, _, _ in extract_from_dir(WEB, METHODS, {"templates/**.html": {"trimmed": "false"}})
    }
    words = [message for message in read_catalogue(language) if message.id]
    assert asked == {message.id for message in words}
    assert not [message.id for message in words if not message.string or message.fuzzy]


def make_words(translations: Path) -> None:
    tools = Path(sys.executable).parent
    env = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
    command = ["make", "--silent", "words", f"BIN={tools}", f"TRANSLATIONS={translations}"]
    subprocess.run(command, check=True, cwd=ROOT, env=env, timeout=120)


def test_make_words_leaves_a_whole_catalogue_as_it_is_and_keeps_the_header(tmp_path):
    translations = tmp_path / "translations"
    shutil.copytree(TRANSLATIONS, translations)
    make_words(translations)
    for file in (catalogue_of(language).relative_to(TRANSLATIONS) for language in LANGUAGES if language != "en"):
        assert (translations / file).read_text() == (TRANSLATIONS / file).read_text()
        compiled = file.with_suffix(".mo")
        assert (translations / compiled).read_bytes() == (TRANSLATIONS / compiled).read_bytes()
    copy = catalogue_of("ja", translations)
    written = copy.read_text()
    header, first, *rest = written.split("\n\n")
    copy.write_text("\n\n".join([header, *rest[:-1], 'msgid "Said no more"\nmsgstr "もう言わない"', rest[-1]]))
    make_words(translations)
    assert copy.read_text() == written.replace(first, re.sub('msgstr ".+"', 'msgstr ""', first))


@every_language
def test_a_translation_fills_in_the_same_names(language):
    for message in read_catalogue(language):
        if message.id:
            assert set(re.findall(r"\{\w+\}|%\(\w+\)s", message.id)) == set(
                re.findall(r"\{\w+\}|%\(\w+\)s", str(message.string))
            ), message.id


@every_language
def test_the_compiled_catalogue_is_the_written_one_whenever_it_is_compiled(language):
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(language))
    assert catalogue_of(language).with_suffix(".mo").read_bytes() == compiled.getvalue()
    assert b"2026-11-01" in compiled.getvalue(), "the date of the header, not today's"


def messages_used_in(script: str) -> set[str]:
    pairs = re.findall(r'(?:plural\(|\bmsg\(\w+ \?)\s*"(\w+)"(?:,| :)\s*"(\w+)"', script)
    # What two people do is said in the plural.
    does = re.findall(r'\b(?:msgOf|keyOf)\(\s*"(\w+)"', script)
    found = re.findall(r'\b(?:msg|messageIn)\((?:lang, )?\s*"(\w+)"', script)
    return {*found, *does, *(f"{word}_pair" for word in does), *(word for pair in pairs for word in pair)}


def test_the_script_asks_for_words_that_exist_and_for_all_of_them(app):
    with app.test_request_context("/"):
        # Doubts are asked for by their key.
        known = (
            set(script_messages())
            | set(view_messages())
            | set(learning_messages())
            | {"no_answer", "no_cookies", "no_live"}
        ) - {f"doubt_{key}" for key in (*DOUBT_TEXTS, "pack")}
    known = {key for key in known if not key.startswith("eye_")}  # so is how the camera follows
    scripts = (file for file in (WEB / "static/js").rglob("*.js") if file.parent.name not in {"hall", "tv"})
    files = [file for file in scripts if not file.stem.startswith(WALKS)]
    assert known == messages_used_in("".join(file.read_text() for file in files))


def test_the_big_screen_asks_for_words_that_exist_and_for_all_of_them(app):
    with app.test_request_context("/"):
        known = set(tv_messages())
    script = "".join(file.read_text() for file in (WEB / "static/js/tv").glob("*.js"))
    page = (WEB / "templates/tv.html").read_text()
    named = re.findall(r"(?:MESSAGES|messages)\[[^\]]*\]\]?\.(\w+)", script + page)
    assert known == messages_used_in(script) | set(named)


@pytest.mark.parametrize(
    ("headers", "lang", "says"),
    [
        ({}, "en", "shown once"),
        ({"Accept-Language": "ja,en;q=0.5"}, "ja", "暗証番号"),
        ({"Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8"}, "ko", "한 번 나왔어요"),
        ({"Accept-Language": "fr"}, "en", "shown once"),
        ({"Accept-Language": "en", "lang": "ja"}, "ja", "暗証番号"),
        ({"lang": "xx"}, "en", "shown once"),
    ],
)
def test_the_phone_chooses_its_language(guest, headers, lang, says):
    if "lang" in headers:
        guest.client.set_cookie("lang", headers["lang"], domain="192.168.1.5")
    page = guest.client.get("/host", base_url="http://192.168.1.5:8000", headers=headers).text
    assert f'<html lang="{lang}" ' in page
    assert says in page


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_asks_for_words_its_page_has(walk, host):
    page = host.get(f"/{walk}").get_data(as_text=True)
    known = set(json.loads(html.unescape(re.search(r"data-messages='([^']*)'", page)[1])))
    script = "".join(file.read_text() for file in (WEB / "static/js/setup").glob(f"{walk}*.js"))
    asked = set(re.findall(r'\bmsg\(\s*"(\w+)"', script)) | {"close", "error_code"}
    for pair in re.findall(r'\bmsg\(\w+ \?\s*"(\w+)" :\s*"(\w+)"', script):
        asked |= set(pair)
    if walk == "enrol":
        assert known == asked
    else:
        checks = re.search(r"CHECKS = \[(.*)\]", script)[1].replace('"', "").split(", ")
        assert known >= asked | set(checks) | {"good", "poor", "unknown"}
        assert all(any(word.startswith(f"{check}_") for word in known) for check in checks)
