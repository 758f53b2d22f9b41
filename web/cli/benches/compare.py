"""`fudayomi bench compare`: two checkouts on the same pictures, in turn."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from web.cli.options import data_option, json_option, labelled_folders, pictured_deck_option
from web.cli.terminal import print_json
from web.cli.tree_reader import THIS_TREE, Checkout, TreeReader
from web.i18n.terminal_locale import localize_help

if TYPE_CHECKING:
    from scanner.evaluation import EvaluationCounts, GroundTruth

_COUNTS = ("cards", "found", "named", "sure", "silent", "ghosts")
"""Keys of the counts that are printed, as `bench eyes` names them."""


@dataclass
class Comparison:
    """What two checkouts made of the same pictures. Pairs are this checkout, then the other.

    `times_ms`: by picture, the milliseconds of every round of both. `counts`: of the first round. `start_ms`: from the
    start of a process to its first picture; `first_ms`: of that picture, which loads the models. Both count nowhere.
    """

    times_ms: dict[Path, tuple[list[float], list[float]]] = field(default_factory=dict)
    live_ms: dict[Path, tuple[list[float], list[float]]] = field(default_factory=dict)
    counts: dict[str, tuple[EvaluationCounts, EvaluationCounts]] = field(default_factory=dict)
    start_ms: list[float] = field(default_factory=list)
    first_ms: list[float] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Ratios of time, medians of time in milliseconds, and counts of both checkouts by folder ("" for all)."""
        return {
            "start_ms": [round(ms, 1) for ms in self.start_ms],
            "first_ms": [round(ms, 1) for ms in self.first_ms],
            "time": summarize_times(self.times_ms),
            **({"live": summarize_times(self.live_ms)} if self.live_ms else {}),
            "rows": {
                name: {key: [counts.as_json()[key] for counts in pair] for key in ("pictures", *_COUNTS)}
                for name, pair in self.counts.items()
            },
        }


def summarize_times(times: dict[Path, tuple[list[float], list[float]]]) -> dict[str, Any]:
    """How the times of this checkout relate to those of the other, 1 for the same, below 1 for less time.

    "ratio" is the median over the pictures of the ratio of their medians over the rounds, "total" the ratio of the sums
    of these medians, "quarter" and "three_quarters" the quartiles, "ms" the median of each checkout over the pictures.
    """
    medians = [(statistics.median(mine), statistics.median(others)) for mine, others in times.values()]
    ratios = [mine / max(others, 1e-9) for mine, others in medians]
    quartiles = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    mine_ms, others_ms = ([pair[side] for pair in medians] for side in (0, 1))
    return {
        "pictures": len(medians),
        "ratio": round(statistics.median(ratios), 3),
        "quarter": round(quartiles[0], 3),
        "three_quarters": round(quartiles[2], 3),
        "total": round(sum(mine_ms) / max(sum(others_ms), 1e-9), 3),
        "ms": [round(statistics.median(mine_ms), 1), round(statistics.median(others_ms), 1)],
    }


def compare(
    checkouts: tuple[Checkout, Checkout],
    truths: Sequence[tuple[str, GroundTruth]],
    arguments: Sequence[str],
    rounds: int,
) -> Comparison:
    """Both checkouts read every picture `rounds` times, one right after the other, each first in every second round.

    `truths`: name of the folder and truth of each picture. `words`: further arguments of `read`. The first picture is
    read once more beforehand and not counted.
    """
    from scanner.evaluation import EvaluationCounts, evaluate  # noqa: PLC0415  OpenCV only where pictures are read
    from scanner.reads import CardRead  # noqa: PLC0415

    result = Comparison()
    with ExitStack() as stack:
        pictures = 1 + rounds * len(truths)
        readers = [stack.enter_context(TreeReader(checkout, pictures, arguments)) for checkout in checkouts]
        for reader in readers:
            reader.wait_until_ready()
            result.start_ms.append(reader.processor_ms())
            result.first_ms.append(reader.read(truths[0][1].image_path.read_bytes())[1])
        for number in range(rounds):
            for folder, truth in truths:
                picture = truth.image_path.read_bytes()
                for side in (0, 1) if number % 2 == 0 else (1, 0):
                    cards, milliseconds = readers[side].read(picture)
                    result.times_ms.setdefault(truth.image_path, ([], []))[side].append(milliseconds)
                    if number == 0:
                        reads = tuple(map(CardRead.from_json, cards or ()))
                        for name in ("", folder):
                            pair = result.counts.setdefault(name, (EvaluationCounts(), EvaluationCounts()))
                            evaluate(pair[side], truth, reads, {})
    return result


def compare_live(
    result: Comparison,
    checkouts: tuple[Checkout, Checkout],
    truths: Sequence[tuple[str, GroundTruth]],
    arguments: Sequence[str],
    rounds: int,
) -> None:
    """Add the times of reading the same table again, as `bench eyes` of each checkout measures them, in turn."""
    with tempfile.TemporaryDirectory(prefix="fudayomi-compare-") as root:
        folders = list(_single_folders(Path(root), [truth for _, truth in truths]))
        for number in range(rounds):
            for side in (0, 1) if number % 2 == 0 else (1, 0):
                times = checkouts[side].measure_live(folders, arguments)
                for folder, (_, truth) in zip(folders[1:], truths, strict=True):
                    result.live_ms.setdefault(truth.image_path, ([], []))[side].append(times[folder])


def _single_folders(root: Path, truths: Sequence[GroundTruth]) -> Iterator[Path]:
    """A folder for each picture, and before them one more for the first picture, which loads the models."""
    for number, truth in enumerate([truths[0], *truths]):
        folder = root / f"{number:05}"
        folder.mkdir()
        (folder / truth.image_path.name).symlink_to(truth.image_path.resolve())
        cards = [{"card": code, "corners": quad.tolist()} for code, quad, _ in truth.cards]
        line = json.dumps({"image": truth.image_path.name, "cards": cards})
        (folder / "truth.jsonl").write_text(line + "\n", encoding="utf-8")
        yield folder


@click.command(
    help=localize_help(
        "Read the pictures of the folders, which have known truth, with this checkout and with another, OTHER_TREE, in "
        "turn. Print the ratio of processor time, this checkout to the other (median and quartiles over the pictures, "
        "and of the total), and the cards found, named, sure and silent (sure but wrong) of both. Starting a process "
        "and its first picture, which loads the models, are stated apart.",
        "正解つきの写真を、この版と別の版 OTHER_TREE とで交互に読みます。CPU時間の比（この版÷別の版：写真ごとの"
        "中央値と四分位、合計）と、両方の見つけた数、名の合った数、確信した数、確信して誤った数（silent）を示します。"
        "起動と、モデルを読み込む最初の一枚は別に示します。",
    )
)
@click.argument("other", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="OTHER_TREE")
@labelled_folders
@pictured_deck_option
@data_option
@click.option(
    "--rounds",
    default=3,
    show_default=True,
    type=click.IntRange(1, 100),
    help=localize_help("How often each picture is read.", "一枚の写真を読む回数。"),
)
@click.option(
    "--live",
    is_flag=True,
    help=localize_help(
        "Also reading around one card again, as a watched table does.",
        "見ている卓のように、札一枚のまわりの読み直しも測ります。",
    ),
)
@click.option(
    "--python",
    default=sys.executable,
    help=localize_help("Interpreter for OTHER_TREE. Default: this one.", "OTHER_TREE の Python。省くとこの Python。"),
)
@json_option
def compare_trees(  # noqa: PLR0913  one parameter per option
    *,
    other: Path,
    folders: tuple[Path, ...],
    deck: str,
    data: Path | None,
    rounds: int,
    live: bool,
    python: str,
    as_json: bool,
) -> None:
    """Compare on all pictures of the folders."""
    from scanner.evaluation import load_ground_truth  # noqa: PLC0415

    if not list((other / "web").glob("cli*")):
        raise click.ClickException(f"{other} is no checkout of this program")
    truths = [(str(folder), truth) for folder in folders for truth in load_ground_truth(folder)]
    if not truths:
        raise click.ClickException("there is no picture with truth in these folders")
    arguments = ["--deck", deck, *(("--data", str(data.resolve())) if data else ())]
    checkouts = (Checkout(THIS_TREE, sys.executable), Checkout(other.resolve(), python))
    try:
        result = compare(checkouts, truths, arguments, rounds)
        if live:
            compare_live(result, checkouts, truths, arguments, rounds)
    except OSError as fault:
        raise click.ClickException(str(fault)) from fault
    figures = result.as_json()
    if as_json:
        print_json({"bench": "compare", "other": str(other), **figures})
        return
    for name in ("time", "live"):
        if name in figures:
            row = figures[name]
            click.echo(
                f"{name}: {row['ratio']} of the other's processor time (quartiles {row['quarter']} to "
                f"{row['three_quarters']}, total {row['total']}); median {row['ms'][0]} and {row['ms'][1]} ms, "
                f"{row['pictures']} pictures, {rounds} rounds"
            )
    click.echo(
        f"start {figures['start_ms'][0]} and {figures['start_ms'][1]} ms, "
        f"first picture {figures['first_ms'][0]} and {figures['first_ms'][1]} ms, not counted"
    )
    width = max(map(len, figures["rows"]))
    click.echo(" " * width + "".join(f" {name:>13}" for name in _COUNTS) + "  (this, other)")
    for name, row in figures["rows"].items():
        pairs = (f"{row[key][0]}, {row[key][1]}" for key in _COUNTS)
        click.echo(f"{name or 'all':{width}}" + "".join(f" {pair:>13}" for pair in pairs))


COMMAND = compare_trees
