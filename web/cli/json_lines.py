"""行 gyo: JSON on standard input and output: a line in, a line out, and refusals as the machine interfaces promise."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO, NoReturn

import click

from scorer.api import JsonHandler, handle_json, parse_json, to_json_line
from scorer.errors import Refusal


def answer_lines(answer: JsonHandler, lines: Iterable[bytes], out: BinaryIO | None = None) -> None:
    """One line of JSON out for every line in that is not blank, in order, errors too; each as soon as it is known.

    `out` is standard output where none is given.
    """
    out = out or sys.stdout.buffer
    for line in lines:
        if line.strip():
            out.write(to_json_line(handle_json(answer, line)))
            out.flush()


def open_lines(words: Sequence[str]) -> Iterable[bytes]:
    """The lines of the file named by the first of `words`, of standard input when there is none or it is "-"."""
    file: Iterable[bytes] = click.File("rb").convert(words[0] if words else "-", None, click.get_current_context())
    return file


def refuse(refusal: Refusal) -> NoReturn:
    """The error object on standard error, and exit status 2."""
    sys.stderr.buffer.write(to_json_line(refusal.as_json()))
    sys.stderr.flush()
    raise SystemExit(2)


def parse_house_rules(given: Sequence[str]) -> dict[str, object]:
    """House rules given as key=value; a value that reads as JSON (a number, true, false) is one, else it is a word.

    >>> parse_house_rules(["wager=3", "must_draw_one=false", "length=last_standing"])
    {'wager': 3, 'must_draw_one': False, 'length': 'last_standing'}
    """
    found: dict[str, object] = {}
    for setting in given:
        key, _, word = setting.partition("=")
        try:
            found[key] = parse_json(word)
        except Refusal:
            found[key] = word
    return found
