"""Cells of a file for spreadsheets."""

from __future__ import annotations

_FORMULA_PREFIXES = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", " ", "　")
"""Signs that may begin a formula in a spreadsheet."""


def escape_formula(cell: object) -> object:
    """A cell no spreadsheet takes for a formula, Japanese ones and their wide signs included. Numbers stay numbers.

    >>> escape_formula("=1+1"), escape_formula("＝1"), escape_formula(-3)
    ("'=1+1", "'＝1", -3)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_PREFIXES) else cell
