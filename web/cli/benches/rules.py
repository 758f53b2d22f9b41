"""`fudayomi bench rules`: rounds each game settles per second."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

import click

from scorer.api import settle_json
from scorer.decks import decks
from scorer.games import games
from scorer.rules.game import Game
from scorer.session.samples import sample_session
from web.cli.json_lines import answer_lines
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help


def simulate_rounds(game: Game, rounds: int) -> list[bytes]:
    """`rounds` different rounds of a game from seeded shuffles, each as a line of JSON."""
    session = sample_session(game)
    table = session.table()
    rng = random.Random(game.key)  # noqa: S311  no secret depends on it
    pack = list(game.pack(decks()[session.deck], session.options))
    lines = []
    for _ in range(rounds):
        rng.shuffle(pack)
        lines.append(json.dumps(game.simulate_round(pack, table)).encode())
    return lines


def rounds_per_second(lines: Sequence[bytes], seconds: float) -> float:
    """Rounds per second through the loop of `settle --lines`, measured for at least `seconds`."""
    with Path(os.devnull).open("wb") as devnull:
        start, done = time.perf_counter(), 0
        while (elapsed := time.perf_counter() - start) < seconds:
            answer_lines(settle_json, lines, devnull)
            done += len(lines)
    return done / elapsed


@click.command(
    help=localize_help(
        "Measure how many rounds per second every game settles, from JSON text to JSON text in one process.",
        "遊びごとに、一秒に何局を精算できるかを測ります（一つのプロセスで、JSON から JSON まで）。",
    )
)
@json_option
@click.option(
    "--seconds",
    default=1.0,
    show_default=True,
    help=localize_help("Seconds to measure each game.", "遊びごとに測る秒数。"),
)
@click.option(
    "--rounds",
    default=500,
    show_default=True,
    help=localize_help("Number of different rounds per game.", "遊びごとの局の数。"),
)
def rules(*, as_json: bool, seconds: float, rounds: int) -> None:
    """Measure every game."""
    rates = {key: round(rounds_per_second(simulate_rounds(game, rounds), seconds)) for key, game in games().items()}
    if as_json:
        click.echo(json.dumps({"bench": "rules", "rounds_per_second": rates}))
        return
    for key, rate in rates.items():
        click.echo(f"{key:12} {rate:8,} rounds/s")


COMMAND = rules
