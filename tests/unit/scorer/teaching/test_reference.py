"""`docs/GAMES.md` is rendered from the games and has all error codes."""

import re
import runpy
import sys
from pathlib import Path

import pytest

import scorer
from scorer.errors import ERROR_CODES
from scorer.teaching.reference import render_reference

FOLDER = Path(scorer.__file__).parent
PAGE = Path(__file__).parents[4] / "docs/GAMES.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render_reference(), (
        "renew it with: python -m scorer.teaching.reference > docs/GAMES.md"
    )


def test_every_code_is_listed() -> None:
    raised = set()
    for path in FOLDER.rglob("*.py"):
        raised |= set(re.findall(r'Refusal\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")))
    assert raised == set(ERROR_CODES)


def test_the_page_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    sys.modules.pop("scorer.teaching.reference", None)
    runpy.run_module("scorer.teaching.reference", run_name="__main__")
    assert capsys.readouterr().out == render_reference()
