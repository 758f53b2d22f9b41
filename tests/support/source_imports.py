"""What a source file imports, by its text: quicker than its syntax tree."""

import re
from functools import cache
from pathlib import Path

_COMMENT = re.compile(r"#[^\n]*")
_IMPORT = re.compile(r"^[ \t]*import ([^\n]+)", re.MULTILINE)
_FROM = re.compile(r"^[ \t]*from ([\w.]+) import (?:\(([^)]*)\)|([^\n]*))", re.MULTILINE)


def imports_in(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Every import of a source text, wherever in it: the module, and the names taken from it.

    One statement a line, as the formatter leaves them; a relative module keeps its dots.
    """
    code = _COMMENT.sub("", text)
    found: list[tuple[str, tuple[str, ...]]] = [
        (module, ()) for line in _IMPORT.findall(code) for module in _first_words(line)
    ]
    return found + [(module, tuple(_first_words(block or line))) for module, block, line in _FROM.findall(code)]


def _first_words(listed: str) -> list[str]:
    """What stands between commas, without the name that it is given."""
    return [part.split()[0] for part in listed.split(",") if part.strip()]


@cache
def imports_of(file: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The same of a file."""
    return imports_in(file.read_text(encoding="utf-8"))
