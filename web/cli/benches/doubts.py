"""`fudayomi bench doubts`: whether a card in doubt is said to be so for what was done to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorer.decks import decks
from web.cli.options import json_option
from web.i18n.terminal_locale import localize_help

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scanner.imaging.geometry import Quad

    SpoiledTable = tuple[str, NDArray[np.uint8], list[Quad], set[int]]

_CARD_COUNT = 9
_PICTURE_SIZE = (1280, 720)
_SMALL_CARD_PX = (18.0, 32.0)
_CUT_SHARE = (0.15, 0.5)
_COLUMNS = ("spoiled", "missed", "sure", "silent", "doubted", "told")


def spoil_table(picture: NDArray[np.uint8], quads: list[Quad], seed: int) -> Iterator[SpoiledTable]:
    """The picture once for each reason of doubt: the reason, the picture, where its cards lie, which are spoiled."""
    import numpy as np  # noqa: PLC0415  only for those who look

    from scanner.synth.degradations import DEGRADATIONS, crop_left, shrink_to_card_width  # noqa: PLC0415

    half = set(range(0, len(quads), 2))
    for number, (reason, spoil) in enumerate(DEGRADATIONS.items()):
        rng, worse = np.random.default_rng([seed, number]), picture
        for card in sorted(half):
            worse = spoil(rng, worse, quads[card])
        yield reason, worse, quads, half
    rng = np.random.default_rng(seed)
    yield (
        "too_small",
        *shrink_to_card_width(picture, quads, float(rng.uniform(*_SMALL_CARD_PX))),
        set(range(len(quads))),
    )
    narrower, moved = crop_left(picture, quads, float(rng.uniform(*_CUT_SHARE)))
    yield "cut_off", narrower, moved, {card for card, quad in enumerate(moved) if quad[:, 0].min() < 0}


def count_doubts(deck: str, seed: int) -> dict[str, Counter[str]]:
    """One table spoiled in every way: of each reason the cards `spoiled`, what became of them, and those `told` right.

    `calm`: cards nothing was done to; all that are in doubt beside others, whatever is said of them.
    """
    import numpy as np  # noqa: PLC0415

    from scanner.evaluation import GroundTruth, is_correct_code, match_reads  # noqa: PLC0415
    from scanner.reader import read_picture  # noqa: PLC0415
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    shot = photograph(
        SceneSpec(seed, layout="grid", count=_CARD_COUNT, width=_PICTURE_SIZE[0], height=_PICTURE_SIZE[1]),
        DrawnFaces(deck),
    )
    cards = [card for card in shot.truth["cards"] if card["card"]]
    rows: dict[str, Counter[str]] = {}
    for reason, picture, quads, bad in spoil_table(
        shot.frame, [np.array(card["corners"], np.float32) for card in cards], seed
    ):
        there = tuple((card["card"], quad, 1.0) for card, quad in zip(cards, quads, strict=True))
        truth = GroundTruth(Path("table.jpg"), (), there, is_complete=True)
        read = read_picture(picture, deck)
        found = match_reads(truth, read.cards)
        for number, card in enumerate(cards):
            row = rows.setdefault(reason if number in bad else "calm", Counter())
            hit = read.cards[found[number]] if number in found else None
            row["spoiled"] += number in bad
            row["missed"] += hit is None
            row["sure"] += hit is not None and hit.sure
            row["silent"] += hit is not None and hit.sure and not is_correct_code(card["card"], hit.card)
            row["doubted"] += hit is not None and not hit.sure
            row["told"] += hit is not None and hit.doubt == reason and number in bad
    return rows


@click.command(
    help=localize_help(
        "Spoils cards of synthetic tables in known ways and tells of each reason how many cards were spoiled, missed, "
        "sure, silent (sure and wrong), in doubt, and said to be so for that reason.",
        "合成の卓の札を決まったやり方で見えにくくし、その理由ごとに、見えにくくした数、見落とした数、確かとした数、"
        "確かとして誤った数、迷った数、その理由を言い当てた数を示します。",
    )
)
@click.option(
    "--deck",
    "kinds",
    multiple=True,
    type=click.Choice(sorted(decks())),
    default=("hanafuda", "kabufuda", "western"),
    show_default=True,
    help=localize_help("The deck; may be given often.", "札の種類。何度でも書けます。"),
)
@click.option(
    "--tables",
    default=4,
    show_default=True,
    type=click.IntRange(1, 1000),
    help=localize_help("Tables of each deck.", "札の種類ごとの卓の数。"),
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(min=0),
    help=localize_help("The first table.", "初めの卓。"),
)
@json_option
def doubts(*, kinds: tuple[str, ...], tables: int, seed: int, as_json: bool) -> None:
    """Counts over all decks."""
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only for those who look

    use_one_thread()
    rows: dict[str, Counter[str]] = {}
    for deck in kinds:
        for number in range(seed, seed + tables):
            for reason, row in count_doubts(deck, number).items():
                rows.setdefault(reason, Counter()).update(row)
    if as_json:
        click.echo(json.dumps({"bench": "doubts", "rows": rows}))
        return
    click.echo(" " * 9 + "".join(f"{name:>9}" for name in _COLUMNS))
    for reason, row in rows.items():
        click.echo(f"{reason:9}" + "".join(f"{row[name]:>9}" for name in _COLUMNS))


COMMAND = doubts
