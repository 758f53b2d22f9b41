"""`fudayomi odds`: what may still come to a hand, counted exactly from the cards not seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from scorer.api import counted, odds, written
from scorer.errors import Refusal
from web.cli.json_lines import answer_lines, lines_of, refuse, settings
from web.cli.options import as_json, of_role, of_rules
from web.i18n.terminal_locale import help_of, said


@click.command(
    help=help_of(
        """Count exactly what may still come to the hand of CARDs in GAME.

        A hand that cannot be: exit status 2 and an error object on standard error. With --lines every line is
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N}.
        """,
        """GAME で CARD の手札にこのあと何が来るかを、見えていない札から正確に数えます。

        ありえない手は終了状態 2 で、標準エラーに理由を書きます。--lines の一行は
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N} です。
        """,
    )
)
@of_role
@click.option(
    "--seen",
    multiple=True,
    metavar="CARD",
    help=help_of("A card seen elsewhere; may be given often.", "ほかで見えた札。何度でも書けます。"),
)
@click.option(
    "--until",
    type=int,
    help=help_of("What the hand draws for, such as a total to stop at.", "引くのをやめる点数などの目標。"),
)
@of_rules
@as_json
@click.option(
    "--lines",
    is_flag=True,
    help=help_of(
        "One hand object per line in, one chances or error object per line out.", "一行に一手を読み、一行ずつ答えます。"
    ),
)
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def odds_command(*, words: Sequence[str], as_json: bool, lines: bool, **given: Any) -> None:
    """Counts the chances of one hand, or a line each."""
    if lines:
        answer_lines(odds, lines_of(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {
        "game": words[0],
        "cards": list(words[1:]),
        "seen": list(given["seen"]),
        "role": given["role"],
        "options": settings(given["options"]),
        "aim": given["until"],
    }
    try:
        if as_json:
            sys.stdout.buffer.write(written(odds(hand)))
            return
        found = counted(hand)
    except Refusal as refusal:
        refuse(refusal)
    for section in found.sections:
        click.echo(said(section.title))
        for line in section.lines:
            click.echo(f"  {float(line.chance):7.2%}  {line.chance!s:>12}  {said(line.says)}")


COMMAND = odds_command
