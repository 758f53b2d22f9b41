"""`make check` finds the tests of what changed."""

from __future__ import annotations

import pytest

from tests.changed_tests import ALWAYS, find_tests


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("scorer/wording.py", ["tests/unit/scorer/test_wording.py"]),
        ("tests/unit/scorer/test_wording.py", ["tests/unit/scorer/test_wording.py"]),
        ("tests/promises/browser/test_sharing.py", []),
        ("web/templates/start.html", []),
        ("README.md", []),
    ],
)
def test_a_changed_file_has_these_tests(changed, tests) -> None:
    assert set(find_tests([changed])) == {*ALWAYS, *tests}


def test_texts_of_a_game_have_the_find_tests_its_folder() -> None:
    tests = find_tests(["scorer/games/koikoi/texts.toml"])
    assert [test for test in tests if test.startswith("tests/unit/scorer/games/koikoi/test_")]
