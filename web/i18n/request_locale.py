"""Names and sentences of the games in the language of the request, for templates."""

from __future__ import annotations

from flask_babel import get_locale

from scorer.texts import Name, Text

LANGUAGES = ("en", "ja")


def lang() -> str:
    """The language of this request: "en" or "ja"."""
    locale = get_locale()
    return locale.language if locale else "en"


def say(words: Text | Name) -> str:
    """The words in the language of this request."""
    return words.ja if lang() == "ja" else words.en
