"""名前 namae: what a player may be called."""

from __future__ import annotations

import unicodedata

from scorer.errors import Refusal
from scorer.texts import Text

LONGEST = 24

# Control, format (which holds every bidirectional override and joiner), surrogate, private use; separators.
_REFUSED = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def name(given: object) -> str:
    """`given` in NFC without outer blanks, 1 to 24 characters, nothing invisible in it; `bad_name` otherwise.

    >>> name("  Aki ")
    'Aki'
    """
    if not isinstance(given, str):
        raise _bad("a name must be text", "名前は文字で書いてください")
    clean = unicodedata.normalize("NFC", given).strip()
    if not clean:
        raise _bad("a name cannot be empty", "名前が空です")
    if len(clean) > LONGEST:
        raise _bad(f"a name can have at most {LONGEST} characters", f"名前は{LONGEST}文字までです")
    if any(unicodedata.category(letter) in _REFUSED for letter in clean):
        raise _bad("a name cannot have invisible or control characters", "名前に見えない文字や制御文字は使えません")
    return clean


def names(given: object) -> tuple[str, ...]:
    """The players of an evening in seat order, no two of them alike."""
    if not isinstance(given, list):
        raise _bad("the players must be a list of names", "参加者は名前の一覧で渡してください")
    clean = tuple(name(one) for one in given)
    if len({one.casefold() for one in clean}) < len(clean):
        raise _bad("two players have the same name", "同じ名前の人がいます")
    return clean


def _bad(en: str, ja: str) -> Refusal:
    return Refusal("bad_name", Text(en, ja))
