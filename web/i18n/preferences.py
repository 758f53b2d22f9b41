"""好み konomi: what a phone keeps for itself: language, light, size of text, furigana. In cookies of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from scorer.texts import Text

_COOKIE_MAX_AGE_S = 365 * 86400


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose. `values`: what may be chosen with its words, the usual one first."""

    key: str
    label: Text
    values: Mapping[str, Text]

    @property
    def current(self) -> str:
        """What this phone chose, else the usual."""
        chosen = request.cookies.get(self.key, "")
        return chosen if chosen in self.values else next(iter(self.values))


THEME = Preference(
    "theme",
    Text("Light", "明るさ"),
    {
        "auto": Text("as the phone", "端末に合わせる"),
        "light": Text("light", "明るい"),
        "dark": Text("dark", "暗い"),
    },
)
SIZE = Preference(
    "size",
    Text("Size of text", "文字の大きさ"),
    {"normal": Text("normal", "標準"), "large": Text("large", "大きい"), "huge": Text("very large", "とても大きい")},
)
FURIGANA = Preference(
    "furigana",
    Text("Furigana", "ふりがな"),
    {"on": Text("shown", "付ける"), "off": Text("not shown", "付けない")},
)
PREFERENCES = (THEME, SIZE, FURIGANA)


def current_preferences() -> dict[str, str]:
    """What this phone chose, by key."""
    return {taste.key: taste.current for taste in PREFERENCES}


def set_preference_cookie(response: Response, key: str, value: str) -> None:
    """Makes the phone remember `value` for a year."""
    response.set_cookie(key, value, max_age=_COOKIE_MAX_AGE_S, samesite="Strict")
