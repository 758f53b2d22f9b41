"""The nearest known name to one that is not known: "did you mean …".

Names of games, cards, decks, house rules and fields are typed by hand. A refusal of one that does not exist names the
one that was likely meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

from scorer.texts import Text
from scorer.wording import shared

_WORDING = shared("nearest_name")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_LONGEST = 40
"""Characters of a name that are compared: no name of ours has more, and comparing takes their square."""
_LIKENESS = 0.6
"""Least share of characters, 0 to 1, that two names have in common: a letter wrong in three, as difflib has it."""


def nearest_name(name: object, known: Iterable[str]) -> str | None:
    """The one of `known` that `name` is likely to mean, None where none is like it.

    Capitals, hyphens, blanks and leading zeros come first, then letters that are wrong, left out or too many.

    >>> nearest_name("koi-koi", ["kakeya", "koikoi"]), nearest_name("H9-1", ["h01-1", "h09-1"])
    ('koikoi', 'h09-1')
    >>> nearest_name("stone", ["piles", "stones"]), nearest_name("royal", ["stones"]), nearest_name(7, ["k07"])
    ('stones', None, None)
    """
    return _nearest(name[:_LONGEST], tuple(known)) if isinstance(name, str) else None


@lru_cache(maxsize=256)
def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    by_fold: dict[str, str] = {}
    for each in known:
        by_fold.setdefault(_fold(each), each)
    fold = _fold(name)
    if fold in by_fold:
        return by_fold[fold]
    close = get_close_matches(fold, by_fold, n=1, cutoff=_LIKENESS)
    return by_fold[close[0]] if close else None


def _fold(name: str) -> str:
    """A name without capitals, what stands between its parts, and leading zeros."""
    parts = _PARTS.findall(name.casefold())
    return "".join(f".{part.lstrip('0')}" if part.isdecimal() else part for part in parts)


def with_nearest(said: Text, name: object, known: Iterable[str], before: str = "") -> Text:
    """What is said of a name that is not known, and the nearest known one where there is one, with `before` before it.

    >>> with_nearest(Text("There is no game koi-koi", "ありません"), "koi-koi", ["koikoi"]).en
    'There is no game koi-koi. Did you mean koikoi?'
    """
    found = nearest_name(name, known)
    return said if found is None else _WORDING.text("did_you_mean", said=said, name=before + found)
