"""The words of the scripts: both languages have the same blanks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from web.i18n.answer_messages import answer_messages
from web.i18n.learning_messages import learning_messages
from web.i18n.script_messages import script_messages, view_messages
from web.i18n.tv_messages import tv_messages


def messages_in(app, language: str, messages: Callable[[], dict[str, str]]) -> dict[str, str]:
    with app.test_request_context("/", headers={"Cookie": f"lang={language}"}):
        return messages()


@pytest.mark.parametrize("messages", [script_messages, view_messages, learning_messages, tv_messages, answer_messages])
def test_both_languages_have_the_same_words_with_the_same_blanks(app, messages: Callable[[], dict[str, str]]) -> None:
    english, japanese = (messages_in(app, language, messages) for language in ("en", "ja"))
    assert list(english) == list(japanese)
    for key, words in english.items():
        assert sorted(set(re.findall(r"\{\w+\}", words))) == sorted(set(re.findall(r"\{\w+\}", japanese[key]))), key
        assert words
        assert japanese[key]


def test_words_are_in_the_language_of_the_phone(app) -> None:
    assert messages_in(app, "en", script_messages)["round"] == "Round {n}"
    japanese = messages_in(app, "ja", script_messages)
    assert japanese["dealer"] == "親"
    assert "{n}" in japanese["round"]
