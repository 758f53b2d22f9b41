"""`fudayomi value`: the value of a hand, with reasons."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorer.api import to_json_line, value_hand, value_json
from scorer.errors import Refusal
from scorer.games import game
from web.cli.json_lines import answer_lines, open_lines, parse_house_rules, refuse
from web.cli.options import json_option, lines_option, role_option, rules_option
from web.i18n.terminal_locale import localize, localize_help


@click.command(
    help=localize_help(
        """Print the value of the hand of CARDs in GAME, and the reasons.

        For an impossible hand the exit status is 2 and standard error has an error object. With --lines every line is
        {"game": G, "cards": [...], "role": R, "options": {...}} and errors are lines like any other.
        """,
        """GAME で CARD の手札がいくらになるかと、その理由を書き出します。

        ありえない手は終了状態 2 で、標準エラーに理由を書きます。--lines の一行は
        {"game": G, "cards": [...], "role": R, "options": {...}} です。
        """,
    )
)
@role_option
@rules_option
@json_option
@lines_option
@click.argument("words", nargs=-1, required=False, metavar="GAME CARD... | --lines [FILE]")
def value_command(*, role: str, options: Sequence[str], as_json: bool, lines: bool, words: Sequence[str]) -> None:
    """Value one hand, or one hand per line."""
    if lines:
        answer_lines(value_json, open_lines(words))
        return
    if not words:
        raise click.UsageError("which game?")
    hand = {"game": words[0], "cards": list(words[1:]), "role": role, "options": parse_house_rules(options)}
    try:
        if as_json:
            sys.stdout.buffer.write(to_json_line(value_json(hand)))
            return
        value = value_hand(hand)
    except Refusal as refusal:
        refuse(refusal)
    for reason in value.reasons:
        click.echo(localize(reason.text))
    for hand_class in game(words[0]).classes:
        if hand_class.key == value.key:
            click.echo(f"= {localize(hand_class.name)}")


COMMAND = value_command
