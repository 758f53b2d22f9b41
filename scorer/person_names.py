"""Names of people: what belongs to one, and when two are the same.

Joiners and variation selectors belong to names (Alireza in Persian, emoji of several parts, flags). What else shows
nothing is taken away. Sources: Unicode Standard Annexes 9, 29 and 31, Unicode Technical Standard 51.
"""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Embeddings, overrides and isolates: phones put them around a copied name, and within one they turn what follows."""
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without a picture."""
_FLAG_TAGS = re.compile("(?<=\U0001f3f4)[\U000e0020-\U000e007e]+\U000e007f")
"""What makes a black flag the flag of a part of a country."""
_FORBIDDEN = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
"""Unicode categories that no name has: control, surrogate, private use, line and paragraph separators."""
_FIRST_JOINED_LETTER = "\u0590"
"""Letters before it (Latin, Greek, Cyrillic and their kin) never join, so that a joiner between them shows nothing."""
_EMOJI_PARTS = re.compile("[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]")


def tidy_name(text: str) -> str:
    """The name in NFC without what shows nothing: around it, alone, or where it joins nothing. It may be empty.

    >>> tidy_name("\u202aAki\u202c "), tidy_name("A\u200bki"), tidy_name("علی\u200cرضا") == "علی\u200cرضا"
    ('Aki', 'Aki', True)
    """
    composed = unicodedata.normalize("NFC", text)
    tags = {place for found in _FLAG_TAGS.finditer(composed) for place in range(*found.span())}
    kept = "".join(letter for place, letter in enumerate(composed) if place in tags or not _is_empty(letter))
    around = "".join(_TURNS) + _JOINERS
    while kept != (bare := kept.strip().strip(around)):
        kept = bare
    kept = "".join(letter for place, letter in enumerate(kept) if letter not in _JOINERS or _joins(kept, place))
    kept = _SELECTORS.sub(lambda found: found[0] if found.start() else "", kept)
    return kept if any(unicodedata.category(letter)[0] not in "MZC" for letter in kept) else ""


def is_plain_name(name: str) -> bool:
    """Whether nothing in a tidy name controls or turns what stands beside it."""
    return not any(unicodedata.category(letter) in _FORBIDDEN or letter in _TURNS for letter in name)


def fold_name(name: str) -> str:
    """What is the same for two ways to write one name: width, case, and joiners do not matter.

    >>> fold_name("ＡＫＩ ") == fold_name("aki"), fold_name("علی\u200cرضا") == fold_name("علیرضا")
    (True, True)
    """
    shown = "".join(letter for letter in name if letter not in _JOINERS and not _SELECTORS.match(letter))
    return unicodedata.normalize("NFKC", shown).strip().casefold()


def has_letters(cell: str) -> bool:
    """Whether a cell of a table may be a name: it is neither empty nor a number."""
    return any(unicodedata.category(letter)[0] in "LS" for letter in cell)


def sole_cell(text: str) -> str:
    """The only cell with letters of a row that was pasted from a table; what is no such row stays as it is.

    >>> sole_cell("1\\tAki\\t"), sole_cell("1\\tAki\\tClub A")
    ('Aki', '1\\tAki\\tClub A')
    """
    cells = [cell for cell in text.split("\t") if has_letters(cell)]
    return cells[0] if len(cells) == 1 else text


def _is_empty(letter: str) -> bool:
    """Whether a letter shows nothing and joins nothing, and can be taken away."""
    is_format = unicodedata.category(letter) == "Cf" and letter not in _JOINERS and letter not in _TURNS
    return is_format or letter in _BLANKS


def _joins(name: str, place: int) -> bool:
    """Whether the joiner at `place` stands between parts of an emoji, or between letters that join."""
    before, after = name[place - 1], name[place + 1]
    letters = all(
        letter >= _FIRST_JOINED_LETTER and unicodedata.category(letter)[0] in "LM" for letter in (before, after)
    )
    is_sign = unicodedata.category(before) == "So" or _EMOJI_PARTS.match(before) is not None
    return letters or (name[place] == "\u200d" and is_sign and unicodedata.category(after) == "So")
