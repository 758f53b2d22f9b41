"""Every line of "Which devices and networks it has been tried with" has its tests."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SECTION = re.search(
    r"^## Which devices and networks it has been tried with$(.*?)^## ", (ROOT / "README.md").read_text(), re.M | re.S
)
assert SECTION is not None
LINES = [line.strip("|").split("|") for line in SECTION[1].splitlines() if line.startswith("| ")][1:]


def test_there_are_lines_for_all_that_people_bring() -> None:
    kinds = {line[0].strip() for line in LINES}
    assert kinds >= {"browsers", "pictures", "terminals and locales", "what stands between", "file systems"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0].strip())
def test_a_line_names_tests_that_are_there(line: list[str]) -> None:
    assert len(line) == 3
    files = re.findall(r"`([\w/]+\.py)`", line[2])
    assert files
    for file in files:
        tree = ast.parse((ROOT / "tests" / file).read_text())
        assert any(isinstance(node, ast.FunctionDef) and node.name.startswith("test_") for node in ast.walk(tree)), file
