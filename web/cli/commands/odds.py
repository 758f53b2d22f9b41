"""`fudayomi odds`: exact odds of a hand, and rounds played on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from scorer.api import count_odds, forecast_hand, odds_json, to_json_line
from scorer.errors import Refusal
from scorer.rules.odds import Odds
from scorer.teaching.forecast import Forecast, forecast_title
from scorer.texts import Text
from web.cli.json_lines import answer_lines, open_lines, parse_house_rules, refuse
from web.cli.options import json_option, lines_option, role_option, rules_option
from web.i18n.terminal_locale import localize, localize_help


@click.command(
    help=localize_help(
        """Count the exact odds of the hand of CARDs in GAME.

        For an impossible hand the exit status is 2 and standard error has an error object. With --lines every line is
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N}.

        With --playouts N rounds are also played on N times after each thing that the player may do now: the cards that
        are not seen are dealt at random, and everybody plays simply. This is an estimate, with its standard error.
        CARDs are then the hand of the player in turn. In Etori and Kakeya Toranpu --seen names all cards that were
        laid, in their order; for the dealer of Otoroku it names those of a bettor. In Koi-Koi CARDs are the own pile as
        ever, --seen is the other one, and --hand and --field must be told. Not every game can be played on from a hand.
        """,
        """GAME で CARD の手札にこのあと何が来るかを、見えていない札から正確に数えます。

        ありえない手は終了状態 2 で、標準エラーに理由を書きます。--lines の一行は
        {"game": G, "cards": [...], "seen": [...], "role": R, "options": {...}, "aim": N} です。

        --playouts を付けると、いまできることのそれぞれから N 回、局の終わりまで打ち継ぎます。見えない札はでたらめに
        配り、全員が単純に打ちます。これは推定で、標準誤差を添えます。このとき CARD は手番の人の手札です。絵取りと
        掛合トランプでは、--seen はそれまでに出た札すべてを出た順に並べたもの、オトロクの親では子の札です。こいこいでは
        CARD は自分の取札、--seen は相手の取札で、--hand と --field も要ります。手札から打ち継げない遊びもあります。
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
@click.option(
    "--hand",
    multiple=True,
    metavar="CARD",
    help=localize_help(
        "A card in hand, where CARDs are a pile. Can be repeated.", "手札（CARD が取札の遊び）。繰り返し可。"
    ),
)
@click.option(
    "--field",
    multiple=True,
    metavar="CARD",
    help=localize_help("A card on the field. Can be repeated.", "場札。繰り返し指定できます。"),
)
@click.option(
    "--playouts",
    type=int,
    metavar="N",
    help=localize_help("Play on N rounds after each choice, too.", "選べることごとに N 回打ち継ぎます。"),
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help=localize_help("The same seed plays the same rounds.", "同じ種なら同じ局を打ちます。"),
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
    hand |= {name: list(parameters[name]) for name in ("hand", "field") if parameters[name]}
    if parameters["playouts"] is not None:
        hand |= {"playouts": parameters["playouts"], "seed": parameters["seed"]}
    try:
        if as_json:
            sys.stdout.buffer.write(to_json_line(odds_json(hand)))
            return
        odds, forecast = forecast_hand(hand) if "playouts" in hand else (count_odds(hand), None)
    except Refusal as refusal:
        refuse(refusal)
    if odds is not None:
        _print_odds(odds)
    if forecast is not None:
        _print_forecast(forecast)


def _print_odds(odds: Odds) -> None:
    for section in odds.sections:
        click.echo(localize(section.title))
        for line in section.lines:
            click.echo(f"  {float(line.probability):7.2%}  {line.probability!s:>12}  {localize(line.label)}")
        if section.average is not None:
            average = Text("a stake of one stone brings on average", "一個の賭けの平均")
            click.echo(f"  {float(section.average):+7.3f}  {section.average!s:>12}  {localize(average)}")


def _print_forecast(forecast: Forecast) -> None:
    click.echo(localize(forecast_title(forecast.rounds)))
    for (_, label, _), tally in zip(forecast.choices, forecast.tallies, strict=True):
        mean, error = tally.average()
        spread = "" if error is None else f" ±{error:.2f}"
        click.echo(
            f"  {localize(label)}: {localize(Text(f'{mean:+.2f}{spread} on average', f'平均 {mean:+.2f}{spread}'))}"
        )
        for kind in ("ends", "outcomes", "classes"):
            lines = [*forecast.lines(tally, kind)]
            for _, each, count in lines if len(lines) > 1 else ():
                share, deviation = tally.share(count)
                click.echo(f"    {share:7.2%} ±{deviation:.2%}  {localize(each)}")


COMMAND = odds_command
