"""The language of the request, for names and sentences in templates."""

from __future__ import annotations

from flask_babel import get_locale

from scorer.texts import Name, Text

LANGUAGES = ("en", "ja")


def request_language() -> str:
    """The language of this request: "en" or "ja"."""
    locale = get_locale()
    return locale.language if locale else "en"


def localize(text: Text | Name) -> str:
    """`text` in the language of this request."""
    return text.ja if request_language() == "ja" else text.en
