"""お国 okuni: the language of the terminal, from its locale."""

from __future__ import annotations

import os

from scorer.texts import Name, Text


def japanese() -> bool:
    """Whether the terminal asks for Japanese (LC_ALL, LC_MESSAGES, LANG, in that order)."""
    asked = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((locale for locale in asked if locale), "").startswith("ja")


def help_of(en: str, ja: str) -> str:
    """The help of a command or an option in the language of the terminal at the time it is loaded."""
    return said(Text(en, ja))


def said(text: Text | Name) -> str:
    """`text` in the language of the terminal."""
    return text.ja if japanese() else text.en
