"""`fudayomi value`: what one hand is worth, and why."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorer.answers import parsed, value, written
from scorer.discover import game
from scorer.errors import Refusal
from scorer.texts import Text
from web.lines import answer_lines, refuse
from web.tongue import said


def settings(given: Sequence[str]) -> dict[str, object]:
    """House rules given as key=value; a value that reads as JSON (a number, true, false) is one, else it is a word.

    >>> settings(["wager=3", "must_draw_one=false", "length=last_standing"])
    {'wager': 3, 'must_draw_one': False, 'length': 'last_standing'}
    """
    found: dict[str, object] = {}
    for setting in given:
        key, _, word = setting.partition("=")
        try:
            found[key] = parsed(word)
        except Refusal:
            found[key] = word
    return found


@click.command()
@click.option("--role", default="", help="Whose hand it is, such as dealer, last or other in Otoroku.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="A house rule; may be given often.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--lines", is_flag=True, help="One hand object per line in, one value or error object per line out.")
@click.argument("words", nargs=-1, metavar="GAME CARD... | --lines [FILE]")
def value_command(*, role: str, options: Sequence[str], as_json: bool, lines: bool, words: Sequence[str]) -> None:
    """Say what the hand of CARDs is worth in GAME, and why.

    A hand that cannot be: exit status 2 and an error object on standard error. With --lines every line is
    {"game": G, "cards": [...], "role": R, "options": {...}} and errors are lines like any other.
    """
    if lines:
        answer_lines(value, click.File("rb")(words[0] if words else "-"))
        return
    if not words:
        raise click.UsageError("which game?")
    try:
        hand = {"game": words[0], "cards": list(words[1:]), "role": role, "options": settings(options)}
        found = value(hand)
        if as_json:
            sys.stdout.buffer.write(written(found))
            return
        names = {each.key: each.name for each in game(words[0]).classes}
        for reason in found["reasons"]:
            click.echo(said(Text(**reason["text"])))
        name = names[found["class"]]
        click.echo(said(Text(f"= {name.en}", f"＝ {name.ja}")))
    except Refusal as refusal:
        refuse(refusal)


COMMAND = value_command
