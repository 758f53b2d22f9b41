"""The language of the terminal, from its locale."""

from __future__ import annotations

import os

from scorer.texts import Name, Text


def is_japanese() -> bool:
    """Whether the terminal's locale is Japanese: the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    locales = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((locale for locale in locales if locale), "").startswith("ja")


def localize_help(en: str, ja: str) -> str:
    """The help of a command or option in the language of the terminal when the module is loaded."""
    return localize(Text(en, ja))


def localize(text: Text | Name) -> str:
    """`text` in the language of the terminal."""
    return text.ja if is_japanese() else text.en
