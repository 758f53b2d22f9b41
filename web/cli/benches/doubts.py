"""`fudayomi bench doubts`: are reasons of doubt named correctly."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from web.cli.options import json_option, kinds_option, seed_option
from web.cli.visibility_table import format_visibility
from web.i18n.terminal_locale import localize_help

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scanner.evaluation import EvaluationCounts
    from scanner.imaging.geometry import Quad

    SpoiledTable = tuple[str, NDArray[np.uint8], list[Quad], set[int]]
    """Reason of doubt, picture, outlines of its cards, numbers of the spoiled cards."""

_CARD_COUNT = 9
"""Number of cards on each table."""

_PICTURE_SIZE = (1280, 720)
"""Width and height of each picture in pixels."""

_SMALL_CARD_PX = (18.0, 32.0)
"""Range of the median width of cards that are too small, in pixels."""

_CUT_SHARE = (0.15, 0.5)
"""Range of the share of the leftmost card's width that is cut off, 0..1."""

_HIDING_REASONS = ("covered", "cut_off")
"""Reasons for which part of a card does not show."""

_COLUMNS = ("spoiled", "missed", "sure", "silent", "doubted", "told")


def spoil_table(picture: NDArray[np.uint8], quads: list[Quad], seed: int) -> Iterator[SpoiledTable]:
    """Yield the picture spoiled for each reason of doubt.

    Most reasons spoil every second card, "too_small" all cards, "cut_off" those that cross the left edge.
    """
    import numpy as np  # noqa: PLC0415  only where pictures are read

    from scanner.synth.degradations import DEGRADATIONS, crop_left, shrink_to_card_width  # noqa: PLC0415

    every_second = set(range(0, len(quads), 2))
    for number, (reason, spoil) in enumerate(DEGRADATIONS.items()):
        rng, spoiled = np.random.default_rng([seed, number]), picture
        for card in sorted(every_second):
            spoiled = spoil(rng, spoiled, quads[card])
        yield reason, spoiled, quads, every_second
    rng = np.random.default_rng(seed)
    yield (
        "too_small",
        *shrink_to_card_width(picture, quads, float(rng.uniform(*_SMALL_CARD_PX))),
        set(range(len(quads))),
    )
    cropped, moved = crop_left(picture, quads, float(rng.uniform(*_CUT_SHARE)))
    yield "cut_off", cropped, moved, {card for card, quad in enumerate(moved) if quad[:, 0].min() < 0}


def visible_shares(table: SpoiledTable, clear: NDArray[np.uint8]) -> list[float]:
    """Which share of each card, 0..1, shows on a spoiled table: less than all if it is covered or cut off.

    `clear`: the picture before it was spoiled.
    """
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    reason, picture, quads, _ = table
    shares = []
    for quad in quads:
        inside = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(inside, np.asarray(np.round(quad), np.int32), 1)
        visible = inside.astype(bool)
        if reason == "covered":
            visible &= (picture == clear).all(axis=2)
        shares.append(min(1.0, float(visible.sum()) / max(1.0, cv2.contourArea(quad))))
    return shares


def count_doubts(deck: str, seed: int, counts: EvaluationCounts | None = None) -> dict[str, Counter[str]]:
    """Counts by reason of doubt for one table spoiled in every way. Keys of each row are `_COLUMNS`.

    "spoiled": cards spoiled for that reason. "told": those of them in doubt for the right reason. "silent": sure but
    wrong. The row "calm" has the cards that were not spoiled, over all reasons. Cards that are covered, cut off or
    beside such cards are added to `counts` by how much of them shows.
    """
    import numpy as np  # noqa: PLC0415

    from scanner.evaluation import GroundTruth, evaluate, is_correct_code, match_reads  # noqa: PLC0415
    from scanner.reader import read_picture  # noqa: PLC0415
    from scanner.synth.face_textures import DrawnFaces  # noqa: PLC0415
    from scanner.synth.scene import SceneSpec, photograph  # noqa: PLC0415

    shot = photograph(
        SceneSpec(seed, layout="grid", count=_CARD_COUNT, width=_PICTURE_SIZE[0], height=_PICTURE_SIZE[1]),
        DrawnFaces(deck),
    )
    cards = [card for card in shot.truth["cards"] if card["card"]]
    rows: dict[str, Counter[str]] = {}
    clear_quads = [np.array(card["corners"], np.float32) for card in cards]
    for reason, picture, quads, spoiled in spoil_table(shot.frame, clear_quads, seed):
        shares = visible_shares((reason, picture, quads, spoiled), shot.frame)
        cards_on_table = tuple(
            (card["card"], quad, share) for card, quad, share in zip(cards, quads, shares, strict=True)
        )
        truth = GroundTruth(Path("table.jpg"), (), cards_on_table, is_complete=True)
        read = read_picture(picture, deck)
        if counts is not None and reason in _HIDING_REASONS:
            evaluate(counts, truth, read.cards, {})
        matches = match_reads(truth, read.cards)
        for number, card in enumerate(cards):
            row = rows.setdefault(reason if number in spoiled else "calm", Counter())
            hit = read.cards[matches[number]] if number in matches else None
            row["spoiled"] += number in spoiled
            row["missed"] += hit is None
            row["sure"] += hit is not None and hit.sure
            row["silent"] += hit is not None and hit.sure and not is_correct_code(card["card"], hit.card)
            row["doubted"] += hit is not None and not hit.sure
            row["told"] += hit is not None and hit.doubt == reason and number in spoiled
    return rows


@click.command(
    help=localize_help(
        "Spoil cards of synthetic tables in known ways and count for each reason the cards that were spoiled, missed, "
        "sure, silent (sure but wrong), doubted, and doubted for that reason (told). Cards that are covered or cut off "
        "are also counted by how much of them shows.",
        "合成の卓の札を決まったやり方で見えにくくし、理由ごとに、見えにくくした数、見落とした数、確信した数、"
        "確信して誤った数（silent）、迷った数、その理由を言い当てた数（told）を示します。"
        "隠れた札と切れた札は、見えている割合ごとにも数えます。",
    )
)
@kinds_option("--deck")
@click.option(
    "--tables",
    default=4,
    show_default=True,
    type=click.IntRange(1, 1000),
    help=localize_help("Number of tables per deck.", "札の種類ごとの卓の数。"),
)
@seed_option("Seed of the first table.", "最初の卓の種。")
@json_option
def doubts(*, kinds: tuple[str, ...], tables: int, seed: int, as_json: bool) -> None:
    """Count over all decks."""
    from scanner.evaluation import EvaluationCounts  # noqa: PLC0415
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only where pictures are read

    use_one_thread()
    rows: dict[str, Counter[str]] = {}
    counts = EvaluationCounts()
    for deck in kinds:
        for number in range(seed, seed + tables):
            for reason, row in count_doubts(deck, number, counts).items():
                rows.setdefault(reason, Counter()).update(row)
    by_visibility = counts.as_json()["by_visibility"]
    if as_json:
        click.echo(json.dumps({"bench": "doubts", "rows": rows, "by_visibility": by_visibility}))
        return
    click.echo(" " * 9 + "".join(f"{name:>9}" for name in _COLUMNS))
    for reason, row in rows.items():
        click.echo(f"{reason:9}" + "".join(f"{row[name]:>9}" for name in _COLUMNS))
    click.echo("\n".join(format_visibility({"covered, cut_off": by_visibility})))


COMMAND = doubts
