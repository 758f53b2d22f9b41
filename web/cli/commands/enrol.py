"""`fudayomi enrol`: trains the reading of one physical deck."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scanner.enrolled import corrections
from scanner.enrolled.store import deck_path
from scorer.decks import decks
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.json_lines import refuse
from web.cli.options import data_option, json_option
from web.cli.terminal import print_json
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

if TYPE_CHECKING:
    from scanner.training.enrolment.train import EnrolmentResult


def _report_lines(result: EnrolmentResult, kind: str, path: Path, seconds: float) -> list[Text]:
    """Lines about the result: scores on held-out views, faces easily confused, faces without a picture."""
    names = {code: face.name for code, face in decks()[kind].faces.items()}
    metrics = result.metrics
    lines = [
        Text(f"learned in {seconds:.0f} s: {path}", f"{seconds:.0f}秒で登録しました：{path}"),
        Text(
            f"of {metrics.views} views it never saw, {metrics.named:.1%} named right, {metrics.sure:.1%} surely, "
            f"{metrics.silent:.2%} surely but wrong",
            f"初めて見る{metrics.views}通りの写りのうち、正しく読めたもの{metrics.named:.1%}、確信して読めたもの"
            f"{metrics.sure:.1%}、確信して誤ったもの{metrics.silent:.2%}",
        ),
    ]
    for pair in result.confusable_pairs:
        first, second = (names[code] for code in pair.faces)
        lines.append(
            Text(
                f"nearest to each other: {pair.faces[0]} {first.en}, {pair.faces[1]} {second.en} "
                f"(margin {pair.margin:g})",
                f"よく似た札：{pair.faces[0]} {first.ja} と {pair.faces[1]} {second.ja}（差 {pair.margin:g}）",
            )
        )
    if result.missing_codes:
        codes = " ".join(result.missing_codes)
        lines.append(
            Text(
                f"not learned, no picture; on the table such a card may be taken for another: {codes}",
                f"写真がなく登録していない札（卓では別の札と読み違えることがあります）：{codes}",
            )
        )
    return lines


_ONE_INPUT = Text(
    "say either --cards DIR or the IMAGES of the deck laid out",
    "--cards DIR か、並べた写真 IMAGES のどちらか一つを指定します",
)
_KIND = localize_help("The kind of deck.", "札の種類。")
_CARDS = localize_help(
    "Folder with one picture per face and labels.csv (file,card,notes). Faces may be missing or occur twice.",
    "絵柄ごとの画像と labels.csv（file,card,notes）を置いたフォルダー。欠けた札、重複した札があっても構いません。",
)


@click.command(
    help=localize_help(
        """Learn the deck NAME from a folder of its faces, or from IMAGES of it laid out on the table.

        IMAGES: the cards face up in the deck's order, twelve a picture, in two rows of six or as they fit, read row
        by row from the top left; each card upright and apart from the others. Hanafuda lie from January to December,
        each month from its brightest card to its chaff; kabufuda from one to ten, red cards first. Lay out every
        copy. Cards without a number (blank, demon, joker) come last and may be left out.""",
        """札一組を NAME の名で登録します。絵柄ごとの画像のフォルダー、または卓に並べた写真 IMAGES から覚えます。

        IMAGES は、札を表向きに決まった順で一枚の写真に十二枚ずつ、六枚二段などに、まっすぐ離して並べて撮ります。
        左上から段ごとに読みます。花札は一月から十二月、月ごとに格の高い札からカスへ。株札は一から十、赤札が先。
        同じ絵柄もすべて並べます。数のない札（白札・鬼・ジョーカーなど）は最後に置き、省いても構いません。""",
    )
)
@click.argument("name")
@click.argument("images", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--kind", type=click.Choice(sorted(decks())), required=True, help=_KIND)
@click.option("--cards", type=click.Path(exists=True, file_okay=False, path_type=Path), help=_CARDS)
@data_option
@click.option(
    "--views",
    type=click.IntRange(8, 400),
    help=localize_help("Number of views to learn from each picture.", "画像一枚につき覚える写りの数。"),
)
@click.option(
    "--again",
    is_flag=True,
    help=localize_help(
        "Also learn from cards corrected at the table, if the host had them saved.",
        "卓で直して残した札からも覚えます。",
    ),
)
@json_option
def enrol(  # noqa: PLR0913  one parameter per option
    *,
    name: str,
    images: tuple[Path, ...],
    kind: str,
    cards: Path | None,
    data: Path | None,
    views: int | None,
    again: bool,
    as_json: bool,
) -> None:
    """Train one deck and save it in the data folder."""
    if bool(images) == (cards is not None):
        raise click.UsageError(localize(_ONE_INPUT))
    start = time.monotonic()
    try:
        from scanner.enrolled.deck_file import encode_deck, save_deck  # noqa: PLC0415  OpenCV only where pictures are read
        from scanner.imaging.decode import decode  # noqa: PLC0415
        from scanner.setup import grid_scan  # noqa: PLC0415
        from scanner.training import card_sets  # noqa: PLC0415
        from scanner.training.enrolment.train import train_deck  # noqa: PLC0415

        root = ensure_data_dir(data)
        deck_path(name, root)
        card_set = (
            card_sets.load_card_set(cards, kind, {}, exact_codes=True)
            if cards
            else grid_scan.load_scanned_set(images, kind)
        )
        if again:
            corrected = tuple(
                (code, decode(jpeg)) for code, jpeg in corrections.load(name, root) if code in decks()[kind].faces
            )
            card_set = replace(card_set, faces=(*card_set.faces, *corrected))
        result = train_deck(
            name, kind, card_set, lambda text: click.echo(localize(text), err=True), views_per_picture=views
        )
        path = save_deck(name, root, encode_deck(result.manifest, result.arrays))
    except Refusal as refusal:
        refuse(refusal)
    if as_json:
        print_json({"file": str(path), **result.manifest})
        return
    for line in _report_lines(result, kind, path, time.monotonic() - start):
        click.echo(localize(line))


COMMAND = enrol
