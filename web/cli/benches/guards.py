"""`fudayomi bench guards`: every guard of the eyes, against other models."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorer.json_input import parse_json
from web.cli.guards.judgement import COUNTED, compare, count_pictures, models_from
from web.cli.guards.pictures import SQUEEZED, drawn_guards, photographs
from web.cli.options import json_option
from web.cli.terminal import print_json
from web.cli.tree_reader import THIS_TREE, Checkout
from web.i18n.terminal_locale import localize_help
from web.system.process_stats import own_peak_memory_mb

if TYPE_CHECKING:
    from web.cli.guards.pictures import GuardPicture

_COLUMNS = ("pictures", "cards", "named", "sure", "silent", "ghosts", "asked", "needless", "ms")
"""Columns of the table; `silent` are sure and wrong, `ghosts` things called cards, `ms` the median of a picture."""


def all_guards(count: int, folders: tuple[Path, ...]) -> Mapping[str, Callable[[], Iterator[GuardPicture]]]:
    """Every guard by name: drawn pictures, and photographs of the folders as they are and squeezed."""
    guards = {**drawn_guards(count)}
    for folder in folders:
        guards[f"photographs {folder.name}"] = partial(photographs, folder)
        for height in SQUEEZED:
            guards[f"photographs {folder.name} × {height}"] = partial(photographs, folder, height)
    return guards


def _judge_other(against: Path, count: int, folders: tuple[Path, ...], chosen: tuple[str, ...]) -> dict[str, Any]:
    """What the models of another folder make of the same guards, in a process of its own."""
    arguments = ["--json", "--count", str(count), "--models", str(against.resolve())]
    for folder in folders:
        arguments += ["--photographs", str(folder.resolve())]
    for name in chosen:
        arguments += ["--guard", name]
    checkout = Checkout(THIS_TREE, sys.executable)
    answer = subprocess.run(  # noqa: S603  this program
        checkout.command("bench", "guards", *arguments),
        cwd=THIS_TREE,
        env=checkout.environment(),
        capture_output=True,
        check=False,
    )
    if answer.returncode:
        raise click.ClickException(answer.stderr.decode(errors="replace").strip().rpartition("\n")[2])
    return dict(parse_json(answer.stdout))


@click.command(
    help=localize_help(
        "Judge the eyes on every guard: drawn tables seen from above and from a chair, fans, hands, heaps, rows, empty "
        "tables with cloths, and photographs with known truth as they are and squeezed as a slant squeezes them. With "
        "--against also those of other models, and whether these are better, equal or worse, with the interval of the "
        "difference: cards sure and wrong (silent) first, then named, then sure, then things called cards (ghosts).",
        "読み取りを守りの組ごとに測ります。上から・椅子からの卓、扇、手札、山、列、札のない卓、正解つきの写真"
        "（そのままと縦に縮めたもの）です。--against で別のモデルとも比べ、良い・同じ・悪いを差の区間つきで示します。",
    )
)
@click.option(
    "--count",
    default=20,
    show_default=True,
    type=click.IntRange(1, 1000),
    help=localize_help("Drawn pictures of each guard.", "守りの組ごとに描く写真の数。"),
)
@click.option(
    "--guard",
    "chosen",
    multiple=True,
    help=localize_help(
        "Only guards whose name begins so. Can be repeated.", "この名で始まる組だけ。繰り返し指定できます。"
    ),
)
@click.option(
    "--photographs",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help("Folder of photographs with truth. Can be repeated.", "正解つきの写真のフォルダー。"),
)
@click.option(
    "--models",
    "own_models",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help("Folder of models to judge. Default: the program's.", "測るモデルのフォルダー。"),
)
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=localize_help("Folder of other models, to compare with.", "比べる別のモデルのフォルダー。"),
)
@json_option
def guards(
    *,
    count: int,
    chosen: tuple[str, ...],
    folders: tuple[Path, ...],
    own_models: Path | None,
    against: Path | None,
    as_json: bool,
) -> None:
    """Judge every guard."""
    from scanner.imaging.profiling import use_one_thread  # noqa: PLC0415  OpenCV only where pictures are read

    use_one_thread()
    rows: dict[str, list[dict[str, Any]]] = {}
    with models_from(own_models):
        for name, pictures in all_guards(count, folders).items():
            if not chosen or name.startswith(chosen):
                rows[name] = [asdict(counts) for counts in count_pictures(pictures())]
                if not as_json:
                    click.echo(f"{name}: {len(rows[name])} pictures", err=True)
    body: dict[str, Any] = {"bench": "guards", "rows": rows, "memory_mb": round(own_peak_memory_mb(), 1)}
    if against is not None:
        other = _judge_other(against, count, folders, chosen)
        body["against"] = {
            name: {
                key: {**asdict(found), "verdict": found.verdict(key)}
                for key in COUNTED
                for found in [compare(rows[name], other["rows"][name], key)]
            }
            for name in rows
        }
    if as_json:
        print_json(body)
        return
    for line in _table(body):
        click.echo(line)


def _table(body: Mapping[str, Any]) -> Iterator[str]:
    """The report in lines: a row a guard; with other models, what is better or worse behind it."""
    width = max(map(len, body["rows"]), default=0)
    yield " " * width + "".join(f" {name:>8}" for name in _COLUMNS)
    for name, pictures in body["rows"].items():
        sums = {key: sum(picture[key] for picture in pictures) for key in _COLUMNS[1:-1]}
        ms = round(statistics.median(picture["ms"] for picture in pictures), 1) if pictures else "-"
        cells = (len(pictures), *sums.values(), ms)
        verdicts = [
            f"{key} {found['difference']:+} ({found['least']:+} to {found['most']:+}): {found['verdict']}"
            for key, found in body.get("against", {}).get(name, {}).items()
            if found["verdict"] != "equal"
        ]
        told = "  " + ("; ".join(verdicts) or "equal") if "against" in body else ""
        yield f"{name:{width}}" + "".join(f" {cell:>8}" for cell in cells) + told
    yield f"memory {body['memory_mb']} MB, with drawing"


COMMAND = guards
