"""Preferences of one phone: theme, text size, furigana, sound, vibration.

The phone stores each, and its language, in a cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response

from scorer.texts import Text

PAPER: Mapping[str, str] = {"light": "#f3ecdf", "dark": "#16140f"}
"""The colour of the page by theme, as in `css/core/palette.css`."""
_COOKIE_MAX_AGE_S = 365 * 86400
"""Seconds a preference is remembered: one year."""


@dataclass(frozen=True, slots=True)
class Preference:
    """One preference. `values`: its choices with their labels, the default first."""

    key: str
    label: Text
    values: Mapping[str, Text]

    @property
    def current(self) -> str:
        """The value this phone chose, else the default."""
        chosen = request.cookies.get(self.key, "")
        return chosen if chosen in self.values else next(iter(self.values))


THEME = Preference(
    "theme",
    Text("Theme", "配色"),
    {
        "auto": Text("system", "端末に合わせる"),
        "light": Text("light", "明るい"),
        "dark": Text("dark", "暗い"),
    },
)
SIZE = Preference(
    "size",
    Text("Text size", "文字の大きさ"),
    {"normal": Text("normal", "標準"), "large": Text("large", "大きい"), "huge": Text("very large", "とても大きい")},
)
FURIGANA = Preference(
    "furigana",
    Text("Furigana", "ふりがな"),
    {"on": Text("shown", "付ける"), "off": Text("not shown", "付けない")},
)
_OFF_ON = {"off": Text("off", "なし"), "on": Text("on", "あり")}
SOUND = Preference("sound", Text("Sound when a round is settled", "精算の音"), _OFF_ON)
VIBRATION = Preference("vibration", Text("Vibration when a round is settled", "精算の振動"), _OFF_ON)
PREFERENCES = (THEME, SIZE, FURIGANA, SOUND, VIBRATION)


def current_preferences() -> dict[str, str]:
    """The values of this phone, by preference key."""
    return {preference.key: preference.current for preference in PREFERENCES}


def set_preference_cookie(response: Response, key: str, value: str) -> None:
    """Have the phone remember `value` for a year."""
    response.set_cookie(key, value, max_age=_COOKIE_MAX_AGE_S, samesite="Strict")
