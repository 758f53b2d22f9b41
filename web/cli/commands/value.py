"""`fudayomi value`: what one hand is worth, and why."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorer.api import value, valued, written
from scorer.discover import game
from scorer.errors import Refusal
from web.cli.json_lines import answer_lines, lines_of, refuse, settings
from web.cli.options import as_json, of_role, of_rules
from web.i18n.terminal_locale import help_of, said


@click.command(
    help=help_of(
        """Say what the hand of CARDs is worth in GAME, and why.

        A hand that cannot be: exit status 2 and an error object on standard error. With --lines every line is
        {"game": G, "cards": [...], "role": R, "options": {...}} and errors are lines like any other.
        """,
        """GAME で CARD の手札がいくらになるかと、その理由を書き出します。

        ありえない手は終了状態 2 で、標準エラーに理由を書きます。--lines の一行は
        {"game": G, "cards": [...], "role": R, "options": {...}} です。
        """,
    )
)
@of_role
@of_rules
@as_json
@click.option(
    "--lines",
    is_flag=True,
    help=help_of(
        "One hand object per line in, one value or error object per line out.", "一行に一手を読み、一行ずつ答えます。"
    ),
)
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def value_command(*, role: str, options: Sequence[str], as_json: bool, lines: bool, words: Sequence[str]) -> None:
    """Values one hand, or a line each."""
    if lines:
        answer_lines(value, lines_of(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {"game": words[0], "cards": list(words[1:]), "role": role, "options": settings(options)}
    try:
        if as_json:
            sys.stdout.buffer.write(written(value(hand)))
            return
        found = valued(hand)
    except Refusal as refusal:
        refuse(refusal)
    for reason in found.reasons:
        click.echo(said(reason.text))
    for each in game(words[0]).classes:
        if each.key == found.key:
            click.echo(f"= {said(each.name)}")


COMMAND = value_command
