"""What a source file imports, by its text: quicker than its syntax tree."""

import re
from functools import cache
from pathlib import Path

_IMPORT = re.compile(r"^[ \t]*import ([\w.]+)", re.MULTILINE)
_FROM = re.compile(r"^[ \t]*from ([\w.]+) import (?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)


def imports_in(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every import of a source text, wherever in it: the module, and the names taken from it.

    One module a line, as the formatter leaves them; a relative module keeps its dots.
    """
    found: list[tuple[str, tuple[str, ...]]] = [(module, ()) for module in _IMPORT.findall(text)]
    for module, block, line in _FROM.findall(text):
        named = re.sub(r"#[^\n]*", "", block or line)
        found.append((module, tuple(part.split()[0] for part in named.split(",") if part.strip())))
    return found


@cache
def imports_of(file: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The same of a file."""
    return imports_in(file.read_text(encoding="utf-8"))
