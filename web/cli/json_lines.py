"""JSON lines on standard input and output, and errors as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO, NoReturn

import click

from scorer.api import JsonHandler, handle_json, to_json_line
from scorer.errors import Refusal
from scorer.json_input import parse_json


def answer_lines(answer: JsonHandler, lines: Iterable[bytes], out: BinaryIO | None = None) -> None:
    """Answer every line that is not blank with one line of JSON, errors too, in order and without delay.

    `out` is standard output by default.
    """
    out = out or sys.stdout.buffer
    for line in lines:
        if line.strip():
            out.write(to_json_line(handle_json(answer, line)))
            out.flush()


def open_lines(arguments: Sequence[str]) -> Iterable[bytes]:
    """Lines of the file named by the first argument, of standard input if there is none or it is "-"."""
    file: Iterable[bytes] = click.File("rb").convert(
        arguments[0] if arguments else "-", None, click.get_current_context()
    )
    return file


def refuse(refusal: Refusal) -> NoReturn:
    """Write the error object to standard error and exit with status 2."""
    sys.stderr.buffer.write(to_json_line(refusal.as_json()))
    sys.stderr.flush()
    raise SystemExit(2)


def parse_house_rules(settings: Sequence[str]) -> dict[str, object]:
    """House rules from strings key=value. A value that is JSON (a number, true, false) is parsed, else it is a string.

    >>> parse_house_rules(["wager=3", "must_draw_one=false", "length=last_standing"])
    {'wager': 3, 'must_draw_one': False, 'length': 'last_standing'}
    """
    rules: dict[str, object] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        try:
            rules[key] = parse_json(value)
        except Refusal:
            rules[key] = value
    return rules
