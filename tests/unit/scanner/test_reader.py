"""Whole pictures read: painted tables, hard pictures, and the photographs beside the project when they are there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from scanner.art.sheets import render_print_pages
from scanner.detection.foreground import background_distance, color_gradients
from scanner.detection.proposals.contours import deduplicate_quads, quads_from_contours, to_smoothed_lab, to_work_size
from scanner.evaluation import EvaluationCounts, evaluate, load_ground_truth
from scanner.imaging.decode import decode
from scanner.imaging.geometry import order_clockwise, start_at_short_side
from scanner.reader import read_picture
from scanner.recognition.labels import equivalent_codes
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks.hanafuda import DECK
from scorer.errors import Refusal
from web.cli.benches.eyes import COMMAND as BENCH
from web.cli.commands.read import COMMAND

Picture = NDArray[np.uint8]
Table = Callable[[int, tuple[int, int]], Picture]
Paint = Callable[[int], Picture]
Lay = Callable[[Picture, Picture, tuple[float, float], float, float], Picture]


def _apart(found: list[NDArray[np.float32]], truth: NDArray[np.float32]) -> float:
    """The least mean corner distance of any outline to the truth, in card widths."""
    wanted = start_at_short_side(order_clockwise(truth))
    width = float(np.linalg.norm(wanted[1] - wanted[0]))
    return (
        min(
            (
                float(np.linalg.norm(np.roll(quad, 2 * turn, axis=0) - wanted, axis=1).mean())
                for quad in found
                for turn in (0, 1)
            ),
            default=np.inf,
        )
        / width
    )


@pytest.mark.parametrize(("side", "width"), [(1200, 90), (4000, 300), (480, 45)])
def test_separate_cards_are_outlined_at_any_size(table: Table, painted: Paint, lay: Lay, side: int, width: int) -> None:
    picture = table(side, (side, side * 3 // 4))
    laid = [
        lay(
            picture,
            painted(number),
            ((0.2 + 0.3 * (number % 3)) * side, (0.2 + 0.35 * (number // 3)) * side),
            width,
            angle,
        )
        for number, angle in enumerate((0, 33, 90, 200, 305, 71))
    ]
    small, scale = to_work_size(picture)
    lab = to_smoothed_lab(small)
    found = [
        quad / scale
        for quad in deduplicate_quads(quads_from_contours(lab, color_gradients(lab), background_distance(lab), 33 / 54))
    ]
    assert all(_apart(found, corners) < 0.08 for corners in laid)


@pytest.mark.parametrize("size", [(64, 48), (33, 900), (2000, 40), (1600, 1200)])
def test_pictures_without_cards_are_read_as_bare(table: Table, size: tuple[int, int]) -> None:
    for picture in (table(3, size), np.zeros((size[1], size[0], 3), np.uint8)):
        read = read_picture(picture, "hanafuda")
        assert read.cards == ()
        assert (read.width, read.height) == size


def test_noise_and_grey_pictures_are_read_without_a_sure_card() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)
    grey = np.repeat(noise[..., :1], 3, axis=2)
    for picture in (noise, grey, cv2.resize(noise[:12, :16], (640, 480))):
        assert not any(card.sure for card in read_picture(np.asarray(picture, np.uint8), "hanafuda").cards)


def test_reading_twice_says_the_same(table: Table, painted: Paint, lay: Lay) -> None:
    picture = table(8, (900, 700))
    for number in range(4):
        lay(picture, painted(number), (150 + 200 * number, 330), 110, 20 * number)
    one, two = (read_picture(picture.copy(), "hanafuda").cards for _ in range(2))
    assert one == two


def test_an_unknown_deck_is_refused(table: Table) -> None:
    with pytest.raises(Refusal, match="no_model"):
        read_picture(table(1, (200, 200)), "../hanafuda")


def test_chaff_of_a_month_are_one_face() -> None:
    groups = {codes for codes in equivalent_codes("hanafuda").values() if len(codes) > 1}
    assert len(groups) == 11
    assert all(DECK.faces[code].kind == "chaff" for codes in groups for code in codes)


def test_the_photographs_beside_the_project(shared: Path) -> None:
    marks = EvaluationCounts()
    for truth in load_ground_truth(shared / "photos/hanafuda/nintendo-aleker"):
        read = read_picture(decode(truth.image_path.read_bytes()), "hanafuda")
        evaluate(marks, truth, read.cards, {})
        codes = [card.card for card in read.cards if card.card]
        assert len(codes) == len(set(codes))
    assert marks.cards == 18
    assert marks.named >= 17
    assert marks.confident_errors == 0


def test_read_prints_one_object_a_line(shared: Path, tmp_path: Path) -> None:
    photo = shared / "photos/hanafuda/nintendo-aleker/P1110878.JPG"
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    answer = CliRunner().invoke(COMMAND, [str(photo), str(bad), "--json"])
    assert answer.exit_code == 2
    read = json.loads(answer.stdout)
    assert {card["card"] for card in read["cards"]} == {"h11-3", "h03-3"}
    assert read["image"] == str(photo)
    assert json.loads(answer.stderr)["error"]["code"] == "bad_image"


def test_bench_counts_what_is_there(shared: Path) -> None:
    answer = CliRunner().invoke(BENCH, [str(shared / "photos/hanafuda/nintendo-aleker"), "--json"])
    assert answer.exit_code == 0
    (row,) = json.loads(answer.stdout)["rows"].values()
    assert (row["pictures"], row["cards"]) == (6, 18)
    assert all(row[stage] >= 0 for stage in ("decode", "find", "name", "choose", "ms", "live"))


def test_bench_tells_what_makes_a_picture_hard(tmp_path: Path) -> None:
    shot = photograph(SceneSpec(3, layout="scatter", tags=frozenset({"dim"}), count=3), DrawnFaces("hanafuda"))
    (tmp_path / "one.jpg").write_bytes(shot.jpeg)
    (tmp_path / "one.json").write_text(json.dumps({**shot.truth, "image": "one.jpg"}), encoding="utf-8")
    answer = CliRunner().invoke(BENCH, [str(tmp_path)])
    assert answer.exit_code == 0
    lines = [line.split() for line in answer.stdout.splitlines()]
    assert lines[0][:3] == ["pictures", "cards", "found"]
    assert {line[1] for line in lines if line[0].endswith(":")} == {"scatter", "dim"}
    assert lines[-1][0] == "memory"


@pytest.mark.long
def test_a_printed_page_of_our_own_cards_is_read_before_it_is_cut() -> None:
    page = next(render_print_pages(DECK))
    picture = np.asarray(cv2.cvtColor(np.asarray(page.reduce(4)), cv2.COLOR_RGB2BGR), np.uint8)
    read = [card for card in read_picture(picture, "hanafuda").cards if card.sure]
    printed = DECK.pack()[: len(read)]
    assert len(read) == 25
    same = equivalent_codes("hanafuda")
    assert {frozenset(same[card.card]) for card in read if card.card} == {frozenset(same[code]) for code in printed}
