"""Wizard steps of the worker: grids, wrong cards, camera and lamps."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.enrolled.store import grid_order
from scanner.play_area import restrict_to_play_area
from scanner.reads import CardRead, PictureRead
from scanner.setup.camera_check import assess_camera_setup
from scanner.setup.wizard import WizardHandler
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.worker.client import ScannerClient
from scorer.errors import Refusal

Picture = NDArray[np.uint8]


def photograph_row(codes: tuple[str, ...], *, kind: str = "hanafuda", **more: object) -> Picture:
    """A synthetic photograph of these cards in one row before the dealer."""
    order = SceneSpec(3, piles=(codes, ()), surface="green felt", **more)  # type: ignore[arg-type]
    return photograph(order, DrawnFaces(kind)).frame


@pytest.fixture(scope="module")
def photograph_of_middle() -> Picture:
    """A synthetic photograph of one card in the middle."""
    return photograph(SceneSpec(3, piles=((), ("h01-1",)), surface="green felt"), DrawnFaces("hanafuda")).frame


@pytest.fixture(scope="module")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScannerClient]:
    """A client of a real worker, for all tests of this module."""
    opened = ScannerClient("synthetic", data_dir=tmp_path_factory.mktemp("data"))
    opened.start()
    yield opened
    opened.close()


@pytest.mark.long
def test_a_grid_is_cut_into_its_cards_in_order() -> None:
    codes = grid_order("hanafuda")[:12]
    answer, body = WizardHandler(None).scan_grid(photograph_row(codes), "hanafuda", codes)
    assert (len(answer["cards"]), answer["odd"], sum(answer["sizes"])) == (12, {}, len(body))
    centres = [np.mean(quad, axis=0)[0] for quad in answer["cards"]]
    assert centres == sorted(centres)
    assert body[: answer["sizes"][0]].startswith(b"\xff\xd8")
    assert body[answer["sizes"][0] :].startswith(b"\x89PNG")


@pytest.mark.long
def test_cards_laid_in_another_order_are_noticed() -> None:
    codes = grid_order("hanafuda")[28:36]  # the moon among them
    swapped = (codes[1], codes[0], *codes[2:])
    answer, _ = WizardHandler(None).scan_grid(photograph_row(swapped), "hanafuda", codes)
    assert answer["odd"].get("0") == swapped[0]
    assert set(answer["odd"]) <= {"0", "1"}


def test_a_good_table_is_good(photograph_of_middle: Picture) -> None:
    answer = assess_camera_setup(photograph_of_middle, "hanafuda").as_json()
    assert set(answer["marks"].values()) == {"good"}
    assert answer["figures"]["cloth"] > 0.8
    assert np.mean(answer["card"], axis=0) == pytest.approx([0.5, 0.5], abs=0.1)


@pytest.mark.parametrize(
    ("check", "spoil"),
    [
        ("focus", lambda frame: cv2.GaussianBlur(frame, (0, 0), 5)),
        ("light", lambda frame: (frame * 0.25).astype(np.uint8)),
        ("light", lambda frame: np.clip(frame.astype(np.int16) + 190, 0, 255).astype(np.uint8)),
        ("even", lambda frame: (frame * np.linspace(0.2, 1, frame.shape[1])[None, :, None]).astype(np.uint8)),
        ("glare", lambda frame: cv2.circle(frame.copy(), (400, 300), 60, (255, 255, 255), -1)),
        ("card", lambda frame: cv2.resize(frame, None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA)),
        ("tilt", lambda frame: cv2.resize(frame, None, fx=1, fy=0.8, interpolation=cv2.INTER_AREA)),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(check: str, spoil: object, photograph_of_middle: Picture) -> None:
    assert assess_camera_setup(spoil(photograph_of_middle), "hanafuda").ratings[check] == "poor"  # type: ignore[operator]


def test_what_cannot_be_seen_is_not_judged() -> None:
    bare = np.full((600, 800, 3), (60, 90, 50), np.uint8)
    report = assess_camera_setup(bare, "hanafuda")
    assert {check for check, mark in report.ratings.items() if mark == "unknown"} == {"focus", "card", "tilt"}
    assert report.ratings["cloth"] == "good"


def test_the_cloth_ends_where_the_wood_begins(photograph_of_middle: Picture) -> None:
    frame = photograph_of_middle.copy()
    frame[:, :500] = (40, 70, 140)
    report = assess_camera_setup(frame, "hanafuda")
    assert min(x for x, _ in report.cloth_outline) == pytest.approx(500 / 1920, abs=0.03)


def test_cards_off_the_cloth_are_left_out() -> None:
    def card(x: float) -> CardRead:
        return CardRead("h01-1", 1.0, True, "up", ((x, 10), (x + 8, 10), (x + 8, 20), (x, 20)))

    read = PictureRead(200, 100, "hanafuda", 1.0, (card(10), card(150)))
    assert restrict_to_play_area(read, None) is read
    left = restrict_to_play_area(read, [(0.5, 0), (1, 0), (1, 1), (0.5, 1)]).cards
    assert left == (card(150),)


def test_the_worker_answers_the_walks(scanner: ScannerClient, tmp_path: Path) -> None:
    answer, jpeg = scanner.run_wizard_step("calibrate", kind="hanafuda", timeout=240)
    assert answer["marks"]["card"] == "good"
    assert jpeg.startswith(b"\xff\xd8")
    codes = grid_order("kabufuda")[:12]
    assert len(scanner.run_wizard_step("grid", kind="kabufuda", codes=codes, timeout=240)[0]["cards"]) == 12
    with pytest.raises(Refusal, match="bad_image"):
        scanner.run_wizard_step("grid", b"no picture", kind="kabufuda", codes=codes, timeout=240)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_BZIP2) as packed:
        packed.writestr("manifest.npy", bytes(1_000_000))
    refused = [("mine", b"PK\x03\x04", "bad_model"), ("mine", bomb.getvalue(), "packed as"), ("../x", b"", "bad_name")]
    for name, content, code in refused:
        with pytest.raises(Refusal, match=code):
            scanner.run_wizard_step("shelve", content, name=name, timeout=240)
    assert scanner.state == "up"
