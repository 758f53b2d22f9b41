"""The language of the request, for names and sentences in templates."""

from __future__ import annotations

from flask import Request
from flask_babel import get_locale
from werkzeug.datastructures import Accept, LanguageAccept

from scorer.texts import LANGUAGES, Text


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
    """The language of this request, one of `LANGUAGES`."""
    locale = get_locale()
    return locale.language if locale else "en"


def next_language() -> tuple[str, str]:
    """The language after that of this request, which the button at the top of a page offers: its code and its name."""
    codes = list(LANGUAGES)
    code = codes[(codes.index(request_language()) + 1) % len(codes)]
    return code, LANGUAGES[code]


def localize(text: Text) -> str:
    """`text` in the language of this request."""
    return text.said_in(request_language())


def colon() -> str:
    """What stands between a name and what is said of it, in the language of this request."""
    return "：" if request_language() == "ja" else ": "
