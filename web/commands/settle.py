"""`fudayomi settle`: one round as JSON in, its settlement as JSON out; or a line each."""

from __future__ import annotations

import sys
from typing import BinaryIO

import click

from scorer.answers import parsed, settle, written
from scorer.errors import Refusal
from web.lines import answer_lines, refuse


@click.command()
@click.option("--lines", is_flag=True, help="One round per line in, one settlement or error object per line out.")
@click.argument("file", type=click.File("rb"), default="-")
def settle_command(*, lines: bool, file: BinaryIO) -> None:
    """Settle the round in FILE (default: standard input) and print who pays whom.

    A position that cannot be: exit status 2 and an error object on standard error. With --lines errors are lines like
    any other, empty lines are skipped, and the exit status is 0.
    """
    if lines:
        answer_lines(settle, file)
        return
    try:
        sys.stdout.buffer.write(written(settle(parsed(file.read()))))
    except Refusal as refusal:
        refuse(refusal)


COMMAND = settle_command
