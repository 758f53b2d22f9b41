"""Cells of a file for spreadsheets."""

from __future__ import annotations

import re

_FORMULA_PREFIXES = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", " ", "　")
"""Signs that may begin a formula in a spreadsheet."""
_INNER_FORMULA = re.compile(r'(?<=[;|\t])(?=["\s]*[=+\-@＝＋－＠])')
"""A place in a cell where a formula begins for a spreadsheet that takes another sign than the comma for the separator.

Most of Europe's take the semicolon, and no quotes keep a cell whole there: they stand inside a cell.
"""


def escape_formula(cell: object) -> object:
    """A cell no spreadsheet takes for a formula, Japanese ones and their wide signs included. Numbers stay numbers.

    >>> escape_formula("=1+1"), escape_formula("＝1"), escape_formula(-3)
    ("'=1+1", "'＝1", -3)
    >>> escape_formula("Aki;=1+1")
    "Aki;'=1+1"
    """
    if not isinstance(cell, str):
        return cell
    escaped = _INNER_FORMULA.sub("'", cell)
    return f"'{escaped}" if escaped.startswith(_FORMULA_PREFIXES) else escaped
