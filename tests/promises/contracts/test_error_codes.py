"""All error codes are documented.

Those of the rules stand in docs/GAMES.md, the others in docs/ERROR_CODES.md.
"""

from __future__ import annotations

import ast
from pathlib import Path

from scorer.errors import ERROR_CODES

ROOT = Path(__file__).parents[3]


def find_codes(package: str) -> set[str]:
    """Codes that are literal first arguments of `Refusal(...)` or of its helpers."""
    found: set[str] = set()
    for file in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                match node.args:
                    case [ast.Constant(value=str(code)), *_]:
                        found.add(code)
    return found


def test_every_code_is_documented() -> None:
    written = (ROOT / "docs/ERROR_CODES.md").read_text()
    found = find_codes("scanner") | find_codes("web")
    assert found > {"bad_image", "unsure_cards"}, "the search itself must find codes"
    assert sorted(code for code in found if code not in ERROR_CODES and f"| `{code}` |" not in written) == []
