"""`fudayomi bench odds`: milliseconds each game takes to count odds."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

import click

from scorer.api import odds_json
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.games import games
from scorer.rules.game import Game
from scorer.session.samples import sample_session
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help

_DEALS_PER_HAND = 20
"""Hands dealt per hand to be timed. For many the game counts no odds, for example if they are bust already."""


def deal_hands(game: Game, hands: int) -> Iterator[Mapping[str, Any]]:
    """Hand objects of 1 to 6 cards from seeded shuffles, with up to 8 more cards seen, in a random role of the game."""
    session = sample_session(game)
    rng = random.Random(game.key)  # noqa: S311  no secret depends on it
    pack = list(game.pack(decks()[session.deck], session.options))
    roles = [role for role, _ in game.roles] or [""]
    for _ in range(hands * _DEALS_PER_HAND):
        rng.shuffle(pack)
        own, elsewhere = rng.randint(1, 6), rng.randint(0, 8)
        yield {
            "game": game.key,
            "cards": pack[:own],
            "seen": pack[own : own + elsewhere],
            "role": rng.choice(roles),
        }


def time_hands(game: Game, hands: int) -> list[float]:
    """Milliseconds from hand object to odds object for `hands` hands, or fewer if the game counts odds for fewer."""
    times_ms: list[float] = []
    for hand in deal_hands(game, hands):
        start = time.perf_counter()
        try:
            odds_json(hand)
        except Refusal:
            continue
        times_ms.append((time.perf_counter() - start) * 1000)
        if len(times_ms) == hands:
            break
    return times_ms


@click.command(
    help=localize_help(
        "Measure the milliseconds it takes to count the odds of a hand, for every game that has odds.",
        "遊びごとに、一手の見込みを数えるのに何ミリ秒かかるかを測ります。",
    )
)
@json_option
@click.option(
    "--hands",
    default=200,
    show_default=True,
    help=localize_help("Number of different hands per game.", "遊びごとの手の数。"),
)
def odds_bench(*, as_json: bool, hands: int) -> None:
    """Measure every game."""
    rows = {
        key: {
            "hands": len(times_ms),
            "median_ms": round(statistics.median(times_ms), 2),
            "worst_ms": round(max(times_ms), 2),
        }
        for key, game in games().items()
        if (times_ms := time_hands(game, hands))
    }
    if as_json:
        click.echo(json.dumps({"bench": "odds", "games": rows}))
        return
    for key, row in rows.items():
        click.echo(
            f"{key:12} median {row['median_ms']:7.2f} ms   worst {row['worst_ms']:7.2f} ms   {row['hands']} hands"
        )


COMMAND = odds_bench
