"""All error codes are documented, and no others.

Those of the rules stand in docs/GAMES.md, the others in docs/ERROR_CODES.md.
"""

from __future__ import annotations

import re
from pathlib import Path

from scorer.errors import ERROR_CODES

ROOT = Path(__file__).parents[3]


def find_codes(package: str) -> set[str]:
    """Codes that are literal first arguments of `Refusal(...)`."""
    files = (ROOT / package).rglob("*.py")
    return {code for file in files for code in re.findall(r'\bRefusal\(\s*"(\w+)"', file.read_text())}


def test_every_code_is_documented() -> None:
    written = (ROOT / "docs/ERROR_CODES.md").read_text()
    found = find_codes("scanner") | find_codes("web")
    assert found > {"bad_image", "unsure_cards"}, "the search itself must find codes"
    assert sorted(code for code in found if code not in ERROR_CODES and f"| `{code}` |" not in written) == []


def test_every_documented_code_is_used() -> None:
    documented = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/ERROR_CODES.md").read_text(), re.MULTILINE)
    files = [file for package in ("scanner", "web") for file in (ROOT / package).rglob("*.py")]
    quoted = {word for file in files for word in re.findall(r'"(\w+)"', file.read_text())}
    assert len(documented) > 50, "the search itself must find codes"
    assert sorted(set(documented) - quoted) == []
