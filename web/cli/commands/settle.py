"""`fudayomi settle`: settles rounds, from JSON to JSON."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from scorer.api import settle_json, to_json_line
from scorer.errors import Refusal
from scorer.json_input import parse_json
from web.cli.json_lines import answer_lines, refuse
from web.i18n.terminal_locale import localize_help


@click.command(
    help=localize_help(
        """Settle the round in FILE (default: standard input) and print who pays whom, as JSON.

        For an impossible position the exit status is 2 and standard error has an error object. With --lines errors are
        lines like any other, empty lines are skipped, and the exit status is 0.
        """,
        """FILE（なければ標準入力）の一局を精算し、支払いを JSON で書き出します。

        ありえない局面は終了状態 2 で、標準エラーに理由を書きます。--lines では理由も一行になり、終了状態は 0 です。
        """,
    )
)
@click.option(
    "--lines",
    is_flag=True,
    help=localize_help(
        "One round per line in, one settlement or error object per line out.", "一行に一局を読み、一行ずつ答えます。"
    ),
)
@click.argument("file", type=click.File("rb"), default="-")
def settle_command(*, lines: bool, file: BinaryIO) -> None:
    """Settle one round, or one round per line."""
    if lines:
        answer_lines(settle_json, file)
        return
    try:
        sys.stdout.buffer.write(to_json_line(settle_json(parse_json(file.read()))))
    except Refusal as refusal:
        refuse(refusal)


COMMAND = settle_command
