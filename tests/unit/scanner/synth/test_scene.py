"""Synthetic photographs: truth fits the picture, and seeds repeat it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from scanner.imaging.decode import decode, encode_jpeg
from scanner.seat_zones import CENTER_ZONE, seat_zones, zone_at
from scanner.synth.face_textures import DrawnFaces, FolderFaces
from scanner.synth.props import PROPS
from scanner.synth.scene import LAYOUT_NAMES, TAGS, Photograph, SceneSpec, photograph
from scanner.synth.surfaces import SURFACES
from tests.support.gate import first_in_gate
from web.cli.commands.synth import COMMAND

HANAFUDA = DrawnFaces("hanafuda")
SMALL = {"width": 960, "height": 540}


def take_photograph(**order: Any) -> Photograph:
    return photograph(SceneSpec(**{"seed": 1, "count": 8, **SMALL, **order}), HANAFUDA)


def correlation_with_drawing(picture: NDArray[np.uint8], corners: list[list[float]], code: str) -> float:
    """Correlation, -1..1, of the picture within the corners with the drawing."""
    art = cv2.resize(HANAFUDA.texture(code), (66, 108), interpolation=cv2.INTER_AREA)[:, :, :3]
    turn = cv2.getPerspectiveTransform(
        np.array(corners, np.float32), np.array([[-0.5, -0.5], [65.5, -0.5], [65.5, 107.5], [-0.5, 107.5]], np.float32)
    )
    seen = cv2.warpPerspective(picture, turn, (66, 108), flags=cv2.INTER_AREA)
    return float(np.corrcoef(seen.astype(float).ravel(), art.astype(float).ravel())[0, 1])


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_every_card_lies_where_the_truth_says(layout: str) -> None:
    shot = take_photograph(layout=layout, seed=7, tags=frozenset({"perspective"} if layout == "scatter" else ()))
    is_fan = layout in {"fan", "hand"}  # of which one card shows whole, but for a fingertip
    least = 0.8 if is_fan else 0.97
    whole = [card for card in shot.truth["cards"] if card["face"] == "up" and card["visible"] > least]
    assert len(whole) >= (1 if is_fan else 2)
    for card in whole:
        assert correlation_with_drawing(shot.frame, card["corners"], card["card"]) > 0.75
        assert correlation_with_drawing(shot.frame, card["corners"][2:] + card["corners"][:2], card["card"]) < 0.7


@pytest.mark.long
def test_the_same_order_gives_the_same_picture_and_a_moment_later_the_same_table() -> None:
    first, again, later, other = (
        take_photograph(),
        take_photograph(),
        take_photograph(moment=1),
        take_photograph(seed=2),
    )
    dealt = take_photograph(deal=1, piles=(("h01-1",), ("h02-1",)))
    assert dealt.truth["surface"] == first.truth["surface"]
    assert dealt.truth["camera"]["tilt_deg"] == first.truth["camera"]["tilt_deg"]
    assert first.jpeg == again.jpeg
    assert first.truth == again.truth
    assert later.truth["cards"] == first.truth["cards"]
    assert later.truth["surface"] == first.truth["surface"]
    assert later.jpeg != first.jpeg
    assert other.truth["cards"] != first.truth["cards"]
    assert decode(first.jpeg).shape == (540, 960, 3)


@pytest.mark.parametrize("seats", first_in_gate([3, 8, 1, 2, 4, 5, 6, 7], 2))
def test_each_pile_lies_in_its_zone(seats: int) -> None:
    pack = HANAFUDA.codes()
    piles = tuple(tuple(pack[seat * 4 : seat * 4 + 3]) for seat in range(seats))
    piles = (*piles, tuple(pack[36:40]))
    shot = take_photograph(piles=piles)
    zones = (*seat_zones(seats), CENTER_ZONE)
    found: list[list[str]] = [[] for _ in zones]
    for card in shot.truth["cards"]:
        x, y = np.mean(card["corners"], axis=0)
        zone = zone_at((float(x) / 960, float(y) / 540), zones)
        assert zone is not None
        found[zone].append(card["card"])
        assert card["visible"] > 0.95
    assert [tuple(pile) for pile in found] == list(piles)


def test_cards_face_their_owner() -> None:
    pack = HANAFUDA.codes()
    shot = take_photograph(piles=(*((code,) for code in pack[:4]), ()))
    angles = [card["angle_deg"] for card in shot.truth["cards"]]
    for angle, zone in zip(angles, seat_zones(4), strict=True):
        assert abs((angle - zone.facing_deg + 180) % 360 - 180) < 15


def test_piles_too_large_to_lie_apart_overlap_but_stay_on_the_table() -> None:
    pack = HANAFUDA.codes()
    shot = take_photograph(piles=(tuple(pack), tuple(pack[:30]), tuple(pack[:4])))
    assert len(shot.truth["cards"]) == 82
    for card in shot.truth["cards"]:
        x, y = np.mean(card["corners"], axis=0)
        assert 0 < x < 960
        assert 0 < y < 540


@pytest.mark.long
def test_what_is_covered_is_counted() -> None:
    apart = [card["visible"] for card in take_photograph(layout="scatter", seed=3).truth["cards"]]
    covered = [card["visible"] for card in take_photograph(layout="overlap", seed=3, count=10).truth["cards"]]
    assert min(apart) > 0.96
    assert min(covered) < 0.8
    assert max(covered) > 0.96
    clear = sum(card["visible"] for card in take_photograph(seed=5).truth["cards"])
    shot = take_photograph(seed=5, tags=frozenset({"occluded"}))
    assert shot.truth["distractors"]
    assert sum(card["visible"] for card in shot.truth["cards"]) < clear


@pytest.mark.parametrize("layout", ["fan", "hand"])
def test_the_truth_says_which_lies_over_which_and_what_of_it_shows(layout: str) -> None:
    shot = take_photograph(layout=layout, seed=3, count=6)
    cards = shot.truth["cards"]
    assert {(upper, lower) for upper, lower in shot.truth["order"] if upper > lower}
    for number, card in enumerate(cards):
        shown = np.zeros(shot.frame.shape[:2], np.uint8)
        for piece in card["polygons"]:
            cv2.fillPoly(shown, [np.array(piece)], 1)
        whole = cv2.contourArea(np.array(card["corners"], np.float32))
        assert shown.sum() / whole == pytest.approx(card["visible"], abs=0.06)
        if card["polygons"]:
            left, top, right, bottom = card["box"]
            assert (shown[:, :left].any(), shown[:top].any()) == (False, False)
            assert shown[top : bottom + 1, left : right + 1].sum() == shown.sum()
        covers = [upper for upper, lower in shot.truth["order"] if lower == number]
        assert covers or card["visible"] > 0.6 or layout == "hand"
    assert cards[-1]["visible"] > 0.5


@pytest.mark.long
def test_what_is_held_is_before_a_room_or_a_table_and_no_stones_lie_in_the_air() -> None:
    held: dict[str, Any] = {"layout": "hand", "count": 4, "tags": frozenset({"clutter"}), "width": 480, "height": 270}
    shots = [take_photograph(seed=seed, **held) for seed in range(8)]
    behind = {shot.truth["surface"] for shot in shots}
    assert "room" in behind
    assert behind & set(SURFACES)
    assert {thing["kind"] for shot in shots for thing in shot.truth["distractors"]} == {"hand"}


def test_clutter_lies_beside_the_cards_only() -> None:
    shot = take_photograph(layout="grid", seed=6, tags=frozenset({"clutter"}))
    assert {thing["kind"] for thing in shot.truth["distractors"]} <= set(PROPS) - {"hand"}
    assert shot.truth["distractors"]
    assert min(card["visible"] for card in shot.truth["cards"]) > 0.95


def test_dim_is_darker_and_glare_is_brighter() -> None:
    mean = {
        tag: float(take_photograph(tags=frozenset({tag} - {""}), surface="oak").frame.mean())
        for tag in ("", "dim", "glare")
    }
    assert mean["dim"] < 0.75 * mean[""] < mean["glare"]


@pytest.mark.parametrize("surface", first_in_gate(sorted(SURFACES), 3))
def test_every_surface_covers_the_table(surface: str) -> None:
    shot = take_photograph(surface=surface, count=0, piles=((), ()))
    assert shot.truth["cards"] == []
    assert shot.frame.std() > 2
    assert shot.frame.mean() > 15


@pytest.mark.parametrize("wrong", [{"layout": "circus"}, {"tags": frozenset({"fog"})}, {"surface": "lava"}])
def test_an_order_that_cannot_be(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such"):
        take_photograph(**wrong)


def test_faces_of_a_folder(tmp_path: Path) -> None:
    for code, colour in (("h01-1", 60), ("h02-1", 200)):
        (tmp_path / f"{code}.jpg").write_bytes(encode_jpeg(np.full((108, 66, 3), colour, np.uint8)))
    (tmp_path / "labels.csv").write_text("file,card,notes\nh01-1.jpg,h01-1,\nh02-1.jpg,h02-1,\n")
    faces = FolderFaces(tmp_path, "hanafuda", border_mm=2.0)
    shot = photograph(SceneSpec(1, layout="scatter", count=2, **SMALL), faces)
    assert shot.truth["deck"] == tmp_path.name
    assert {card["card"] for card in shot.truth["cards"]} == {"h01-1", "h02-1"}


def test_the_command_writes_picture_and_truth(tmp_path: Path) -> None:
    out = tmp_path / "table.jpg"
    words = "--seed 4 --layout overlap --tags dim,clutter --cards 6 --size 640x480"
    answer = CliRunner().invoke(COMMAND, [*words.split(), str(out)])
    assert answer.exit_code == 0, answer.output
    truth = json.loads(out.with_suffix(".json").read_text())
    assert (truth["width"], truth["height"], truth["image"]) == (640, 480, "table.jpg")
    assert truth["tags"] == ["clutter", "dim"]
    assert decode(out.read_bytes()).shape == (480, 640, 3)
    assert set(truth["tags"]) <= TAGS


def test_the_command_without_a_place_or_a_face_ends_in_plain_words(tmp_path: Path) -> None:
    answer = CliRunner().invoke(COMMAND, [str(tmp_path / "nowhere" / "table.jpg"), "--size", "320x240"])
    assert answer.exit_code == 1
    assert "Traceback" not in answer.output
    answer = CliRunner().invoke(COMMAND, ["--faces", str(tmp_path), str(tmp_path / "table.jpg")])
    assert answer.exit_code == 2
    assert "bad_image" in answer.output


@pytest.mark.parametrize("words", ["--tags fog", "--size huge", "--kind tarot", "--layout circus", "--size 9x9"])
def test_the_command_refuses_what_cannot_be(tmp_path: Path, words: str) -> None:
    answer = CliRunner().invoke(COMMAND, [*words.split(), str(tmp_path / "table.jpg")])
    assert answer.exit_code == 2
    assert "Traceback" not in answer.output
