"""Whole pictures: painted tables, hard pictures, photographs in shared/."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from scanner.art.sheets import render_print_pages
from scanner.detection.detector import shipped_detector
from scanner.detection.naming import accept
from scanner.evaluation import EvaluationCounts, evaluate, load_ground_truth
from scanner.imaging.decode import decode
from scanner.imaging.geometry import ImagePyramid, intersection_area, order_clockwise, quad_area
from scanner.reader import read_picture, read_region
from scanner.reads import PictureRead
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scorer.decks import decks
from scorer.decks.hanafuda import DECK
from scorer.errors import Refusal
from scorer.texts import Text
from web.cli.benches.eyes import COMMAND as BENCH
from web.cli.commands.read import COMMAND

Picture = NDArray[np.uint8]
Table = Callable[[int, tuple[int, int]], Picture]
Paint = Callable[[int], Picture]
Lay = Callable[[Picture, Picture, tuple[float, float], float, float], Picture]


FACES = DrawnFaces("hanafuda")


def _first_equivalent(code: str) -> str:
    """The first of all codes that are the same face to the rules."""
    return decks()["hanafuda"].same_faces[code][0]


def _wrong_and_sure(read: PictureRead, truth: list[dict[str, Any]]) -> list[str]:
    """Faces that are read as sure but do not lie on the table."""
    there = {_first_equivalent(card["card"]) for card in truth if card["card"]}
    return [card.card for card in read.cards if card.card and card.sure and _first_equivalent(card.card) not in there]


def test_halves_of_a_row_laid_lengthwise_are_named_or_asked_about() -> None:
    shot = photograph(SceneSpec(7, layout="lengthwise", count=12, width=1280, height=960), FACES)
    read = read_picture(shot.frame, "hanafuda")
    assert len(read.cards) >= 11
    assert not _wrong_and_sure(read, shot.truth["cards"])


def test_a_card_that_was_seen_and_not_accepted_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    shot = photograph(SceneSpec(43, layout="grid", count=8, width=1280, height=720), FACES)
    whole = read_picture(shot.frame, "hanafuda")
    assert (len(whole.cards), whole.hidden) == (8, ())
    monkeypatch.setattr("scanner.reader.accept", lambda cards, classifier: accept(cards, classifier)[1:])
    monkeypatch.setattr("scanner.reader.find_missed", lambda *_: [])
    monkeypatch.setattr("scanner.reader.find_turned", lambda *_: [])
    read = read_picture(shot.frame, "hanafuda")
    (left_out,) = {card.corners for card in whole.cards} - {card.corners for card in read.cards}
    (asked,) = read.hidden
    assert asked.under is None
    np.testing.assert_allclose(asked.corners, left_out, atol=4)


@pytest.mark.parametrize(("layout", "seed"), [("fan", 7), ("hand", 7)])
def test_a_fan_is_read_card_by_card(layout: str, seed: int) -> None:
    shot = photograph(SceneSpec(seed, layout=layout, count=6, width=1280, height=960), FACES)
    read = read_picture(shot.frame, "hanafuda")
    there = {_first_equivalent(card["card"]) for card in shot.truth["cards"] if card["card"] and card["visible"] > 0.3}
    named = {_first_equivalent(card.card) for card in read.cards if card.card}
    assert len(there & named) >= 0.6 * len(there)
    assert len(read.cards) <= 8
    assert not _wrong_and_sure(read, shot.truth["cards"])


@pytest.mark.parametrize(("side", "width"), [(1200, 90), (2400, 180)])
def test_separate_cards_are_found_at_any_size(table: Table, paint_face: Paint, lay: Lay, side: int, width: int) -> None:
    picture = table(side, (side, side * 3 // 4))
    places = ((0.2, 0.2, 0), (0.5, 0.2, 33), (0.8, 0.2, 90), (0.2, 0.55, 200), (0.5, 0.55, 305), (0.8, 0.55, 71))
    placed = [
        lay(picture, paint_face(number), (x * side, y * side), width, turn)
        for number, (x, y, turn) in enumerate(places)
    ]
    found = [order_clockwise(one.quad) for one in shipped_detector().detect(ImagePyramid(picture)).detections]
    for corners in map(order_clockwise, placed):
        assert max(intersection_area(corners, quad) / max(quad_area(quad), quad_area(corners)) for quad in found) > 0.75


def _photograph_cards(*codes: str, moment: int = 0) -> tuple[Picture, list[dict[str, Any]]]:
    spec = SceneSpec(9, moment=moment, piles=((), codes), surface="green felt", width=1280, height=720)
    shot = photograph(spec, FACES)
    return shot.frame, shot.truth["cards"]


def test_a_part_is_read_without_the_cards_that_are_known() -> None:
    frame, truth = _photograph_cards("h01-1", "h02-1", "h06-1", "h12-1")
    whole = read_picture(frame, "hanafuda")
    known = [card for card in whole.cards if card.card != "h06-1"]
    (fresh,) = read_region(frame, "hanafuda", (0, 0, 1280, 720), known).cards
    assert (fresh.card, fresh.sure) == ("h06-1", True)
    assert not _wrong_and_sure(replace(whole, cards=(fresh,)), truth)
    (x, y), *_ = fresh.corners
    region = (max(0, int(x) - 150), max(0, int(y) - 150), int(x) + 150, int(y) + 150)
    assert "h06-1" in {card.card for card in read_region(frame, "hanafuda", region).cards}
    assert read_region(np.full_like(frame, 60), "hanafuda", region, places=whole.cards).cards == ()


@pytest.mark.parametrize(("share", "doubt"), [(0.55, "cut_off"), (0.95, "")])
def test_a_card_that_is_cut_off_is_sure_only_where_nearly_all_of_it_shows(share: float, doubt: str) -> None:
    frame, truth = _photograph_cards("h01-1", "h02-1", "h06-1", "h12-1")
    card = max(truth, key=lambda one: float(np.mean(one["corners"], axis=0)[0]))
    quad = np.array(card["corners"], np.float32)
    right = round(float(quad[:, 0].min() + share * np.ptp(quad[:, 0])))
    reads = read_picture(np.ascontiguousarray(frame[:, :right]), "hanafuda").cards
    found = [read for read in reads if max(x for x, _ in read.corners) > right - 20]
    assert [read.doubt for read in found] == [doubt] or (doubt and not any(read.sure for read in found))


@pytest.mark.parametrize("size", [(64, 48), (33, 900), (1600, 1200)])
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


def test_reading_twice_says_the_same(table: Table, paint_face: Paint, lay: Lay) -> None:
    picture = table(8, (900, 700))
    for number in range(4):
        lay(picture, paint_face(number), (150 + 200 * number, 330), 110, 20 * number)
    one, two = (read_picture(picture.copy(), "hanafuda").cards for _ in range(2))
    assert one == two


def test_an_unknown_deck_is_refused(table: Table) -> None:
    with pytest.raises(Refusal, match="no_model"):
        read_picture(table(1, (200, 200)), "../hanafuda")


def test_chaff_of_a_month_and_bonus_cards_of_one_worth_are_one_face() -> None:
    groups = {codes for codes in DECK.same_faces.values() if len(codes) > 1}
    kinds = [{DECK.faces[code].kind for code in codes} for codes in groups]
    assert (kinds.count({"chaff"}), kinds.count({"bonus"}), len(kinds)) == (11, 2, 13)


def test_the_photographs_beside_the_project(shared_folder: Path) -> None:
    marks = EvaluationCounts()
    for truth in load_ground_truth(shared_folder / "photos/hanafuda/nintendo-aleker"):
        read = read_picture(decode(truth.image_path.read_bytes()), "hanafuda")
        evaluate(marks, truth, read.cards, {})
        codes = [card.card for card in read.cards if card.card]
        assert len(codes) == len(set(codes))
    assert marks.cards == 18
    assert marks.named >= 17
    assert marks.confident_errors == 0


def test_read_prints_one_object_a_line(shared_folder: Path, tmp_path: Path) -> None:
    photo = shared_folder / "photos/hanafuda/nintendo-aleker/P1110878.JPG"
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"no picture")
    answer = CliRunner().invoke(COMMAND, [str(photo), str(bad), "--json"])
    assert answer.exit_code == 2
    read = json.loads(answer.stdout)
    assert {card["card"] for card in read["cards"]} == {"h11-3", "h03-3"}
    assert read["image"] == str(photo)
    assert json.loads(answer.stderr)["error"]["code"] == "bad_image"


@pytest.mark.long
def test_bench_counts_what_is_there(shared_folder: Path) -> None:
    answer = CliRunner().invoke(BENCH, [str(shared_folder / "photos/hanafuda/nintendo-aleker"), "--json"])
    assert answer.exit_code == 0
    (row,) = json.loads(answer.stdout)["rows"].values()
    assert (row["pictures"], row["cards"]) == (6, 18)
    assert all(row[stage] >= 0 for stage in ("decode", "propose", "refine", "name", "ms", "live"))


@pytest.mark.long
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
    same = decks()["hanafuda"].same_faces
    assert {frozenset(same[card.card]) for card in read if card.card} == {frozenset(same[code]) for code in printed}


@pytest.fixture
def western_fan() -> Picture:
    """A fan of Western cards in a hand."""
    return photograph(SceneSpec(500, layout="hand", count=8, width=1600, height=1200), DrawnFaces("western")).frame


def test_western_cards_of_a_fan_are_surer_by_their_indices(
    western_fan: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_indices = read_picture(western_fan, "western")
    monkeypatch.setattr("scanner.reader.read_indices", lambda _network, _pyramid, cards, _classifier: cards)
    without = read_picture(western_fan, "western")
    sure, sure_before = (sum(card.sure for card in read.cards) for read in (with_indices, without))
    assert sure > sure_before


def test_what_reads_indices_is_not_needed_for_other_decks(
    western_fan: Picture, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise Refusal("bad_model", Text("It was changed.", "変わっています。"))

    monkeypatch.setattr("scanner.reader.shipped_index_network", refuse)
    read_picture(table(3, (640, 480)), "hanafuda")
    with pytest.raises(Refusal, match="bad_model"):
        read_picture(western_fan, "western")
