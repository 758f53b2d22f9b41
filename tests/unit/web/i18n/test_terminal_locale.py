"""The language of the terminal: the first variable that is set counts."""

from __future__ import annotations

import pytest

from scorer.texts import Name, Text
from web.i18n.terminal_locale import localize, localize_help, terminal_language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "ja"}, "ja"),
        ({"LANG": "ja", "LC_ALL": "de_DE"}, "en"),
        ({"LANG": "ja", "LC_ALL": ""}, "ja"),
        ({"LANG": "C", "LC_MESSAGES": "C", "LC_ALL": "ja_JP"}, "ja"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "kok_IN.UTF-8"}, "en"),
    ],
)
def test_the_strongest_variable_that_is_set_counts(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert terminal_language() == language
    word = {"en": "Disk", "ja": "容量", "ko": "디스크"}[language]
    assert localize(Text("Disk", "容量")) == localize_help("Disk", "容量") == word
    assert localize(Name("pine", "松")) == ("松" if language == "ja" else "pine")
