"""`fudayomi draw`: who deals and who sits where, by drawn cards."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorer.api import draw_json, draw_seats, to_json_line
from scorer.errors import Refusal
from web.cli.json_lines import parse_house_rules, refuse
from web.cli.options import json_option, rules_option
from web.i18n.terminal_locale import localize, localize_help


@click.command(
    help=localize_help(
        """Say who deals in GAME, and who sits where, by the CODEs that were drawn, one for each person in turn.

        Whoever drew again names all cards with a plus between them: h05-3+h02-1. In Etori and Kakeya Toranpu all people
        of the pairs draw. With --json: {"dealer": i, "order": [i, ...], "again": [i, ...]} by who drew, from 0 on, and
        the reasons. As long as the cards do not decide, "again" names who must draw again, "order" is empty, and
        "dealer" is null unless it is clear. For impossible cards the exit status is 2 and standard error has an error
        object.
        """,
        """GAME の親と席を、引いた札 CODE（一人に一枚、引いた順）から決めます。

        引き直した人の札は h05-3+h02-1 のように + でつなぎます。絵取りと掛合トランプでは組の全員が引きます。--json では
        {"dealer": i, "order": [i, ...], "again": [i, ...]} を、引いた人を0から数えた番号で、理由とともに書きます。
        札で決まらないうちは、引き直す人が again に入り、order は空、dealer はわからなければ null です。ありえない札は
        終了状態 2 で、標準エラーに理由を書きます。
        """,
    )
)
@click.option(
    "--latest",
    is_flag=True,
    help=localize_help("The latest month deals, as by day in Go-Stop.", "いちばん遅い月の人が親です（花闘の昼など）。"),
)
@rules_option
@json_option
@click.argument("game", metavar="GAME")
@click.argument("codes", nargs=-1, required=True, metavar="CODE CODE...")
def draw_command(*, latest: bool, options: Sequence[str], as_json: bool, game: str, codes: Sequence[str]) -> None:
    """Judge one draw for the deal."""
    draw = {
        "game": game,
        "cards": [code.split("+") for code in codes],
        "options": parse_house_rules(options),
        "latest": latest,
    }
    try:
        if as_json:
            sys.stdout.buffer.write(to_json_line(draw_json(draw)))
            return
        drawn = draw_seats(draw)
    except Refusal as refusal:
        refuse(refusal)
    for reason in drawn.reasons:
        click.echo(localize(reason.text))


COMMAND = draw_command
