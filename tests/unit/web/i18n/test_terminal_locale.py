"""The language of the terminal: the first variable that is set counts."""

from __future__ import annotations

import pytest

from scorer.texts import Name, Text
from web.i18n.terminal_locale import is_japanese, localize, localize_help


@pytest.mark.parametrize(
    ("variables", "japanese"),
    [
        ({}, False),
        ({"LANG": "ja_JP.UTF-8"}, True),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "C"}, False),
        ({"LANG": "en_GB", "LC_MESSAGES": "ja"}, True),
        ({"LANG": "ja", "LC_ALL": "de_DE"}, False),
        ({"LANG": "ja", "LC_ALL": ""}, True),
        ({"LANG": "C", "LC_MESSAGES": "C", "LC_ALL": "ja_JP"}, True),
    ],
)
def test_the_strongest_variable_that_is_set_counts(
    variables: dict[str, str], japanese: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert is_japanese() == japanese
    word = "松" if japanese else "pine"
    assert localize(Text("pine", "松")) == localize(Name("pine", "松")) == localize_help("pine", "松") == word
