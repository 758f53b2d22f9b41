"""Refusals that modules of several folders raise, each worded once."""

from __future__ import annotations

from scorer.errors import Refusal
from scorer.texts import Text

NOTHING_HERE = Text("There is nothing here", "ここには何もありません")
"""Message of `nothing_here`, which unknown addresses show, too."""


def nothing_here() -> Refusal:
    """`not_found` for an address, a picture or a move that does not exist."""
    return Refusal("not_found", NOTHING_HERE)


def no_picture_yet() -> Refusal:
    """`not_found` for a wizard's picture before the first one."""
    return Refusal("not_found", Text("There is no picture yet", "まだ写真がありません"))


def options_not_an_object() -> Refusal:
    """`bad_option` for house rules that are no JSON object."""
    return Refusal("bad_option", Text("Options must be a JSON object", "取り決めはJSONのオブジェクトで渡してください"))


def bad_memory() -> Refusal:
    """`bad_request` for what a phone says it remembers of a practice question, where that cannot be."""
    return Refusal("bad_request", Text("The memory of this question is damaged.", "この問題の記憶が壊れています。"))
