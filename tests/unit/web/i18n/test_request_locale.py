"""Words in the language of the request."""

from __future__ import annotations

import pytest

from scorer.texts import LANGUAGES, Name, Text
from web.i18n.request_locale import colon, localize, request_language


@pytest.mark.parametrize(
    ("headers", "language", "word"),
    [
        ({}, "en", "pine"),
        ({"Accept-Language": "ja-JP,ja;q=0.9,en;q=0.8"}, "ja", "松"),
        ({"Cookie": "lang=ja", "Accept-Language": "en"}, "ja", "松"),
        ({"Cookie": "lang=en", "Accept-Language": "ja"}, "en", "pine"),
        ({"Cookie": "lang=xx", "Accept-Language": "ja"}, "ja", "松"),
        ({"Accept-Language": "ja-JP,en;q=0.1"}, "ja", "松"),
        ({"Accept-Language": "en-GB,ja;q=0.1"}, "en", "pine"),
        ({"Accept-Language": "de,JA-jp;q=0.3,en;q=0.2"}, "ja", "松"),
        ({"Accept-Language": "de,ja;q=0"}, "en", "pine"),
        ({"Accept-Language": "de"}, "en", "pine"),
    ],
)
def test_the_choice_of_the_phone_goes_before_that_of_its_browser(
    app, headers: dict[str, str], language: str, word: str
) -> None:
    with app.test_request_context("/", headers=headers):
        assert request_language() == language
        assert localize(Text("pine", "松")) == localize(Name("pine", "松", "まつ")) == word


def test_outside_a_request_it_is_english() -> None:
    assert request_language() == next(iter(LANGUAGES)) == "en"


def test_what_is_said_of_a_name_stands_behind_the_colon_of_the_language(app) -> None:
    for lang, expected in (("en", ": "), ("ja", "：")):
        with app.test_request_context("/", headers={"Cookie": f"lang={lang}"}):
            assert colon() == expected
