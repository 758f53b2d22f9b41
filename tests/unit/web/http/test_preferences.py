"""What a phone keeps for itself, and nothing it was not offered."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.wrappers import Response

from web.http.preferences import PREFERENCES, THEME, current_preferences, set_preference_cookie

APP = Flask("small")


@pytest.mark.parametrize(
    ("cookies", "chosen"),
    [
        ("", {"theme": "auto", "size": "normal", "furigana": "on"}),
        ("theme=dark; size=huge; furigana=off", {"theme": "dark", "size": "huge", "furigana": "off"}),
        ("theme=pink; size=; furigana=ON", {"theme": "auto", "size": "normal", "furigana": "on"}),
    ],
)
def test_a_phone_gets_what_it_chose_else_the_usual(cookies: str, chosen: dict[str, str]) -> None:
    with APP.test_request_context(headers={"Cookie": cookies}):
        assert current_preferences() == {**chosen, "sound": "off", "vibration": "off"}
        assert THEME.current == chosen["theme"]


def test_a_choice_stays_for_a_year_and_comes_from_this_site_only() -> None:
    response = Response()
    set_preference_cookie(response, "theme", "dark")
    (line,) = response.headers.getlist("Set-Cookie")
    assert line.startswith("theme=dark; ")
    assert "Max-Age=31536000" in line
    assert "SameSite=Strict" in line


def test_every_choice_is_worded_in_both_languages() -> None:
    assert len({preference.key for preference in PREFERENCES}) == len(PREFERENCES)
    for preference in PREFERENCES:
        assert all(words.en and words.ja for words in (preference.label, *preference.values.values()))
