"""Names as people paste them: one a line, numbered, or cells of a table."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from scorer.person_names import has_letters, tidy_name

_SIGNS = re.compile(r"\s*(?:[-*•·‣–—]|\(?\d{1,3}\s*[.)．）:、]|[①-⑳])\s*(?=\S)")
"""What stands before an entry of a list: a dash, a dot, a number."""
_SAMPLES = 3
"""Names of a column that are shown where its column is asked for."""


class NameList:
    """What was pasted: its rows, each of one name or of the cells of a table.

    `columns`: the numbers, from 0, of those that may hold the names. More than one where the text does not say which.
    """

    def __init__(self, text: str) -> None:
        lines = [line for line in text.splitlines() if line.strip()]
        if separator := _separator(lines):
            self._rows = [[tidy_name(cell) for cell in row] for row in csv.reader(lines, delimiter=separator)]
        else:
            is_list = len(lines) > 1 and all(_SIGNS.match(line) for line in lines)
            self._rows = [[tidy_name(_SIGNS.sub("", line, count=1) if is_list else line)] for line in lines]
        width = max(map(len, self._rows), default=0)
        self.columns = tuple(column for column in range(width) if any(map(has_letters, self._column(column))))

    def names(self, column: int) -> list[str]:
        """The names in a column, without its empty cells."""
        return [name for name in self._column(column) if name]

    def sample(self, column: int) -> str:
        """The first names of a column, to know it by."""
        names = self.names(column)
        return ", ".join(names[:_SAMPLES]) + (" …" if len(names) > _SAMPLES else "")

    def _column(self, column: int) -> list[str]:
        return [row[column] if column < len(row) else "" for row in self._rows]


def _separator(lines: Sequence[str]) -> str:
    """What stands between the cells of a table, "" where each line is one name.

    A comma may belong to a name ("Sato, Aki"), so only quoted cells are parted by it.
    """
    if any("\t" in line.strip() for line in lines):
        return "\t"
    counts = {line.count(";") for line in lines}
    if len(lines) > 1 and counts != {0} and len(counts) == 1:
        return ";"
    return "," if lines and all(re.match(r'\s*"[^"]*"\s*,', line) for line in lines) else ""
