"""Every error code is documented: those of the rules in docs/GAMES.md, the others in docs/ERROR_CODES.md."""

from __future__ import annotations

import ast
from pathlib import Path

from scorer.errors import ERROR_CODES

HOUSE = Path(__file__).parents[3]


def codes_in(room: str) -> set[str]:
    """The first argument of every `Refusal(...)` and of the helpers that make one, where it is written out."""
    found: set[str] = set()
    for file in (HOUSE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                match node.args:
                    case [ast.Constant(value=str(code)), *_]:
                        found.add(code)
    return found


def test_every_code_is_documented() -> None:
    written = (HOUSE / "docs/ERROR_CODES.md").read_text()
    found = codes_in("scanner") | codes_in("web")
    assert found > {"bad_image", "unsure_cards"}, "the search itself must find codes"
    assert sorted(code for code in found if code not in ERROR_CODES and f"| `{code}` |" not in written) == []
