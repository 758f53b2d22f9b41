"""`fudayomi enrol`: learn one physical deck, so that it is read exactly."""

from __future__ import annotations

import json
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
from web.cli.options import json_option
from web.i18n.terminal_locale import localize, localize_help
from web.system.data_dir import ensure_data_dir

if TYPE_CHECKING:
    from scanner.training.enrolment.train import EnrolmentResult


def _report_lines(learned: EnrolmentResult, kind: str, path: Path, seconds: float) -> list[Text]:
    """What was learned and what to expect, line by line."""
    names = {code: face.name for code, face in decks()[kind].faces.items()}
    shown = learned.metrics
    lines = [
        Text(f"learned in {seconds:.0f} s: {path}", f"{seconds:.0f}秒で登録しました：{path}"),
        Text(
            f"of {shown.views} views it never saw, {shown.named:.1%} named right, {shown.sure:.1%} surely, "
            f"{shown.silent:.2%} surely but wrong",
            f"初めて見る{shown.views}通りの写りのうち、正しく読めたもの{shown.named:.1%}、確信して読めたもの"
            f"{shown.sure:.1%}、確信して誤ったもの{shown.silent:.2%}",
        ),
    ]
    for pair in learned.confusable_pairs:
        one, two = (names[code] for code in pair.faces)
        lines.append(
            Text(
                f"nearest to each other: {pair.faces[0]} {one.en}, {pair.faces[1]} {two.en} (margin {pair.margin:g})",
                f"よく似た札：{pair.faces[0]} {one.ja} と {pair.faces[1]} {two.ja}（差 {pair.margin:g}）",
            )
        )
    if learned.missing_codes:
        codes = " ".join(learned.missing_codes)
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
    "A folder of one picture a face with labels.csv (file,card,notes); faces may be missing or come twice.",
    "絵柄ごとの画像と labels.csv（file,card,notes）を置いたフォルダー。欠けた札、重複した札があっても構いません。",
)


@click.command(
    help=localize_help(
        """Learn the deck NAME from a folder of its faces, or from IMAGES of it laid out on the table.

        IMAGES: the cards face up in the deck's order, twelve a picture, in two rows of six or as they fit, read row
        by row from the top left; each card upright and apart from the others. Hanafuda lie from January to December,
        each month from its brightest card to its chaff; kabufuda from one to ten, red cards first; every copy is
        laid. Cards without a number (blank, demon, joker) come last and may be left out.""",
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
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help=localize_help("The folder of everything remembered.", "記録を置くフォルダー。"),
)
@click.option(
    "--views",
    type=click.IntRange(8, 400),
    help=localize_help("Views of each picture to learn from.", "画像一枚につき覚える写りの数。"),
)
@click.option(
    "--again",
    is_flag=True,
    help=localize_help(
        "Learn from the cards corrected at the table too, where the host had them kept.",
        "卓で直して残した札からも覚えます。",
    ),
)
@json_option
def enrol(  # noqa: PLR0913  one argument an option
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
    """Learns one deck and keeps it in the data folder."""
    if bool(images) == (cards is not None):
        raise click.UsageError(localize(_ONE_INPUT))
    start = time.monotonic()
    try:
        from scanner.enrolled.deck_file import encode_deck, save_deck  # noqa: PLC0415  OpenCV only for those who look
        from scanner.imaging.decode import decode  # noqa: PLC0415
        from scanner.setup import grid_scan  # noqa: PLC0415
        from scanner.training import card_sets  # noqa: PLC0415
        from scanner.training.enrolment.train import train_deck  # noqa: PLC0415

        root = ensure_data_dir(data)
        deck_path(name, root)
        chosen = (
            card_sets.load_card_set(cards, kind, {}, exact_codes=True)
            if cards
            else grid_scan.load_scanned_set(images, kind)
        )
        if again:
            more = tuple(
                (code, decode(jpeg)) for code, jpeg in corrections.load(name, root) if code in decks()[kind].faces
            )
            chosen = replace(chosen, faces=(*chosen.faces, *more))
        learned = train_deck(
            name, kind, chosen, lambda text: click.echo(localize(text), err=True), views_per_picture=views
        )
        path = save_deck(name, root, encode_deck(learned.manifest, learned.arrays))
    except Refusal as refusal:
        click.echo(json.dumps(refusal.as_json(), ensure_ascii=False), err=True)
        raise SystemExit(2) from refusal
    if as_json:
        click.echo(json.dumps({"file": str(path), **learned.manifest}, ensure_ascii=False))
        return
    for line in _report_lines(learned, kind, path, time.monotonic() - start):
        click.echo(localize(line))


COMMAND = enrol
