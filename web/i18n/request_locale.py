"""The language of the request, for names and sentences in templates."""

from __future__ import annotations

from flask import Request
from flask_babel import get_locale
from werkzeug.datastructures import Accept, LanguageAccept

from scorer.texts import Name, Text

LANGUAGES = ("en", "ja")


def preferred_language(accepted: LanguageAccept) -> str:
    """The language that a browser prefers, English where it wants neither of ours.

    Regions are left out first: werkzeug would take `en;q=0.1` before `ja-JP`, because only that is one of ours exactly.

    >>> preferred_language(LanguageAccept([("ja-JP", 1), ("en", 0.1)]))
    'ja'
    """
    languages = Accept([(tag.partition("-")[0], quality) for tag, quality in accepted])
    return languages.best_match(LANGUAGES) or "en"


def choose_language(request: Request) -> str:
    """The language this phone chose, else the one its browser prefers, else English."""
    chosen = request.cookies.get("lang")
    return chosen if chosen in LANGUAGES else preferred_language(request.accept_languages)


def request_language() -> str:
    """The language of this request: "en" or "ja"."""
    locale = get_locale()
    return locale.language if locale else "en"


def localize(text: Text | Name) -> str:
    """`text` in the language of this request."""
    return text.ja if request_language() == "ja" else text.en


def colon() -> str:
    """What stands between a name and what is said of it, in the language of this request."""
    return "：" if request_language() == "ja" else ": "
