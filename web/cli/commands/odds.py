"""`fudayomi odds`: exact odds of a hand, from the cards not seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from scorer.api import count_odds, odds_json, to_json_line
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.json_lines import answer_lines, open_lines, parse_house_rules, refuse
from web.cli.options import json_option, lines_option, role_option, rules_option
from web.i18n.terminal_locale import localize, localize_help


@click.command(
    help=localize_help(
        """Count the exact odds of the hand of CARDs in GAME.

        For an impossible hand the exit status is 2 and standard error has an error object. With --lines every line is
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N}.
        """,
        """GAME で CARD の手札にこのあと何が来るかを、見えていない札から正確に数えます。

        ありえない手は終了状態 2 で、標準エラーに理由を書きます。--lines の一行は
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N} です。
        """,
    )
)
@role_option
@click.option(
    "--seen",
    multiple=True,
    metavar="CARD",
    help=localize_help("A card seen elsewhere. Can be repeated.", "ほかで見えた札。繰り返し指定できます。"),
)
@click.option(
    "--until",
    type=int,
    help=localize_help("Aim of drawing, such as the total to stop at.", "引くのをやめる点数などの目標。"),
)
@rules_option
@json_option
@lines_option
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def odds_command(*, words: Sequence[str], as_json: bool, lines: bool, **parameters: Any) -> None:
    """Count the odds of one hand, or of one hand per line."""
    if lines:
        answer_lines(odds_json, open_lines(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {
        "game": words[0],
        "cards": list(words[1:]),
        "seen": list(parameters["seen"]),
        "role": parameters["role"],
        "options": parse_house_rules(parameters["options"]),
        "aim": parameters["until"],
    }
    try:
        if as_json:
            sys.stdout.buffer.write(to_json_line(odds_json(hand)))
            return
        odds = count_odds(hand)
    except Refusal as refusal:
        refuse(refusal)
    for section in odds.sections:
        click.echo(localize(section.title))
        for line in section.lines:
            click.echo(f"  {float(line.probability):7.2%}  {line.probability!s:>12}  {localize(line.label)}")
        if section.average is not None:
            average = Text("a stake of one stone brings on average", "一個の賭けの平均")
            click.echo(f"  {float(section.average):+7.3f}  {section.average!s:>12}  {localize(average)}")


COMMAND = odds_command
