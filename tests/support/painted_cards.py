"""Cards and tables that are painted for the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.art import rasterise
from scanner.synth.backgrounds import paint_tabletop

if TYPE_CHECKING:
    from scanner.recognition.classifier import CardClassifier

SHARED = Path(__file__).parents[2].parent / "shared"
Picture = NDArray[np.uint8]
CODES = ("h01-1", "h02-1", "h03-1", "h04-2", "h08-1", "h08-3", "h11-4", "h12-2")


def _paint_face(number: int) -> Picture:
    """A made-up face, (216, 132, 3) uint8: shapes that differ for every number."""
    rng = np.random.default_rng([41, number])
    card = np.full((216, 132, 3), 235, np.uint8)
    for _ in range(6):
        place = (int(rng.integers(15, 117)), int(rng.integers(15, 201)))
        tone = tuple(map(int, rng.choice([(20, 20, 20), (40, 40, 190), (40, 130, 50), (160, 60, 40), (30, 180, 220)])))
        if rng.random() < 0.5:
            cv2.circle(card, place, int(rng.integers(10, 34)), tone, -1)
        else:
            box = cv2.boxPoints(
                (place, (int(rng.integers(14, 70)), int(rng.integers(14, 70))), float(rng.integers(90)))
            )
            cv2.fillConvexPoly(card, np.asarray(box, np.int32), tone)
    return np.asarray(cv2.copyMakeBorder(card, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(20, 20, 24)), np.uint8)


def _lay_card(table: Picture, card: Picture, centre: tuple[float, float], width: float, angle: float) -> Picture:
    """Lay the card on the table, in place. Its corners (4, 2), clockwise from the art's top left."""
    height = width * card.shape[0] / card.shape[1]
    turn = np.deg2rad(angle)
    across = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-np.sin(turn), np.cos(turn)])
    signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    corners = np.array(
        [np.array(centre) + x * across * width / 2 + y * down * height / 2 for x, y in signs], np.float32
    )
    size = (card.shape[1], card.shape[0])
    source = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, corners - np.float32(0.5))
    whole = (table.shape[1], table.shape[0])
    laid = cv2.warpPerspective(card, matrix, whole, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), matrix, whole)
    share = where[..., None].astype(np.float32) / 255
    table[:] = (laid * share + table * (1 - share)).astype(np.uint8)
    return corners


@pytest.fixture
def table() -> Callable[[int, tuple[int, int]], Picture]:
    """Paints a table top by seed and size (width, height)."""
    return lambda seed, size: paint_tabletop(np.random.default_rng(seed), size)


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of material beside the project. Skips the test where it is missing."""
    if not (SHARED / "photos").is_dir() or not (SHARED / "scenes").is_dir():
        pytest.skip("needs the pictures of shared/ beside the project")
    return SHARED


@pytest.fixture(scope="session")
def hanafuda_classifier() -> CardClassifier:
    """The shipped model of hanafuda."""
    from scanner.recognition.model_io import shipped_classifier  # noqa: PLC0415  few tests need ONNX Runtime

    return shipped_classifier("hanafuda")


@pytest.fixture(scope="session")
def paint_face() -> Callable[[int], Picture]:
    """Paints a made-up face by number."""
    return _paint_face


@pytest.fixture(scope="session")
def lay() -> Callable[[Picture, Picture, tuple[float, float], float, float], Picture]:
    """Lays a card on a table, in place, by centre, width and angle. Returns its corners."""
    return _lay_card


@pytest.fixture(scope="session")
def card_folders(tmp_path_factory: pytest.TempPathFactory, paint_face: Callable[[int], Picture]) -> list[Path]:
    """Two folders of labelled cards with the same drawings, the second paler."""
    folders = []
    for number, name in enumerate(("first", "second")):
        folder = tmp_path_factory.mktemp("cards") / name
        folder.mkdir()
        lines = ["file,card,notes"]
        for place, code in enumerate(CODES):
            face = paint_face(place)
            cv2.imwrite(str(folder / f"{code}.png"), face if number == 0 else face // 2 + 110)
            lines.append(f"{code}.png,{code},painted")
        (folder / "labels.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        folders.append(folder)
    (folders[1] / "deck.json").write_text(json.dumps({"pattern": "pale", "licence": "ours"}), encoding="utf-8")
    return folders


@pytest.fixture(scope="session")
def lay_in_rows() -> Callable[[Sequence[str], Picture], list[Picture]]:
    """Lays drawn cards apart on a table, in rows of six, upright but a little askew. Returns their corners."""
    return lambda codes, table: [
        _lay_card(
            table,
            rasterise(code, 200)[..., :3],
            (150 + 200 * (number % 6), 220 + 330 * (number // 6)),
            140,
            (-3, 2, 0, 3)[number % 4],
        )
        for number, code in enumerate(codes)
    ]
