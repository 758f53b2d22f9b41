"""The language of the terminal, from its locale."""

from __future__ import annotations

import os
import re

from scorer.texts import LANGUAGES, Name, Text
from web.i18n.phrases import word_further_languages


def terminal_language() -> str:
    """The language of the terminal, one of `LANGUAGES`: the first set of LC_ALL, LC_MESSAGES and LANG counts."""
    locales = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = re.split("[_.@]", next((locale for locale in locales if locale), ""))[0]
    return language if language in LANGUAGES else "en"


def localize_help(en: str, ja: str) -> str:
    """The help of a command or option in the language of the terminal when the module is loaded."""
    return localize(Text(en, ja))


def localize(text: Text | Name) -> str:
    """`text` in the language of the terminal."""
    word_further_languages()
    return text.said_in(terminal_language())
