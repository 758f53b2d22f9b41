"""The network that sketches where cards lie: what it says, what is made of it, what is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import models
from scanner.detection import detector
from scanner.detection.classification import CandidateClassifier
from scanner.detection.detector import detect, redetect
from scanner.detection.frame_features import FrameFeatures
from scanner.detection.proposals.proposal_network import (
    STRIDE_PX,
    ProposalNetwork,
    cluster_votes,
    decode_output,
    load_proposal_network,
    propose_elsewhere,
    shipped_proposal_network,
)
from scanner.imaging.geometry import Quad
from scanner.recognition.model_io import shipped_classifier as recogniser
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.training.card_sets import project_card_set
from scanner.training.detector.scenes import LabelledScene, prepare_deck_art, render_scene
from scanner.training.detector.targets import CROP_SIDE_PX, build_targets, sample_crop
from scorer.errors import Refusal

FOLDER = Path(models.__path__[0]) / "borders"


@pytest.fixture(scope="module")
def table() -> LabelledScene:
    """A table with a dozen hanafuda of our own, as the network learns from."""
    deck = prepare_deck_art("hanafuda", [face for _, face in project_card_set("hanafuda").faces[:6]])
    seeds = (render_scene(np.random.default_rng([5, seed]), [deck], []) for seed in range(40))
    return next(one for one in seeds if len(one.corners) >= 8 and len(_clear(one)) >= 3)


def _clear(table: LabelledScene) -> NDArray[np.intp]:
    """Numbers of the cards of which most shows in the table's upper left."""
    is_within = ((table.corners > 0) & (table.corners < CROP_SIDE_PX)).all(axis=(1, 2))
    return np.flatnonzero((table.visible_shares > 0.6) & is_within)


def _off(quad: Quad, found: list[Quad]) -> float:
    """How far the nearest of the quads is off, in card widths."""
    ways = [np.linalg.norm(np.roll(one, turn, axis=0) - quad, axis=1).max() for one in found for turn in range(4)]
    return float(min(ways, default=np.inf) / np.linalg.norm(quad[1] - quad[0]))


def _answer(table: LabelledScene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a network never wrong would say of the table's upper left, and how much each cell counts."""
    square = slice(0, CROP_SIDE_PX)
    picture = table.picture[square, square].astype(np.float32) / 255 - 0.5
    true = build_targets(
        picture, table.instance_ids[square, square], table.corners, table.visible_shares, table.is_back
    )
    rows = true.borders.shape[0] // 2
    edges = true.borders.reshape(rows, 2, rows, 2).transpose(1, 3, 0, 2).reshape(4, rows, rows)
    sure = np.where(true.inside > 0, 8, -8)[None].astype(np.float32)
    return np.concatenate([sure, true.box_targets, np.zeros_like(sure), true.is_back[None], edges]), true.box_weight


def test_what_is_taught_of_a_table_reads_as_where_its_cards_lie(table: LabelledScene) -> None:
    answer, weight = _answer(table)
    inside, quads, doubt, borders = decode_output(answer)
    assert borders.shape == (CROP_SIDE_PX // 4, CROP_SIDE_PX // 4)
    assert (borders > 0.5).mean() > 0.01
    cells = np.argwhere(weight > 0)
    assert len(cells) > 50
    for row, column in cells.tolist():
        number = int(table.instance_ids[row * STRIDE_PX + STRIDE_PX // 2 - 1, column * STRIDE_PX + STRIDE_PX // 2 - 1])
        assert _off(table.corners[number], [quads[row, column]]) < 0.15  # a lens and a tilt bend what is told straight
    clear = _clear(table)
    found = list(cluster_votes(inside, quads, doubt))
    assert len(clear)
    assert all(_off(table.corners[number], found) < 0.15 for number in clear)


def test_a_square_of_a_table_keeps_cards_and_picture_together(table: LabelledScene) -> None:
    rng = np.random.default_rng(8)
    for _ in range(6):
        one = sample_crop(table, rng)
        assert one.picture.shape == (CROP_SIDE_PX, CROP_SIDE_PX, 3)
        assert np.abs(one.picture).max() <= 0.5
        counts = one.inside * one.box_weight > 0
        assert not one.box_weight[one.inside == 0].any()
        middles = np.abs(one.box_targets[:2][:, counts])
        assert not counts.any() or middles.max() < 4, "of the card's size"
        assert set(np.unique(one.borders)) <= {0.0, 1.0}


@pytest.mark.parametrize(("kind", "layout"), [("hanafuda", "overlap"), ("western", "touching"), ("kabufuda", "heap")])
def test_most_cards_that_touch_or_overlap_are_sketched(kind: str, layout: str) -> None:
    shot = photograph(SceneSpec(31, layout=layout, count=7, width=960, height=720), DrawnFaces(kind))
    found = shipped_proposal_network().propose(shot.frame)
    quads = [np.array(card["corners"], np.float32) for card in shot.truth["cards"] if card["visible"] > 0.6]
    assert sum(_off(quad, found) < 0.2 for quad in quads) >= 0.7 * len(quads)
    assert len(found) <= 80


@pytest.mark.parametrize("size", [(1, 1), (3, 900), (17, 33), (480, 640)])
def test_any_picture_is_sketched(size: tuple[int, int]) -> None:
    for tone in (0, 128, 255):
        for quad in shipped_proposal_network().propose(np.full((*size, 3), tone, np.uint8)):
            assert quad.shape == (4, 2)
            assert np.isfinite(quad).all()


def test_what_is_known_is_not_sketched_anew() -> None:
    shot = photograph(SceneSpec(31, layout="overlap", count=7, width=960, height=720), DrawnFaces("hanafuda"))
    every = propose_elsewhere(shot.frame, [])
    fewer = propose_elsewhere(shot.frame, every[:2])
    assert len(every) > len(fewer) >= len(every) - 4
    assert min(_off(quad, fewer) for quad in every[:2]) > 0.05


def test_a_table_looked_at_again_or_with_nothing_unexplained_is_not_sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = np.full((240, 320, 3), 90, np.uint8)
    monkeypatch.setattr(detector, "propose_elsewhere", lambda *_: pytest.fail("sketched"))
    cascade = CandidateClassifier(FrameFeatures(frame), recogniser("hanafuda"))
    assert redetect(cascade, []) == []
    assert detect(cascade) == []


def test_the_network_takes_three_megabytes_at_most() -> None:
    assert (FOLDER / "borders.onnx").stat().st_size <= 3_000_000


def test_a_changed_network_is_refused(tmp_path: Path) -> None:
    good = (FOLDER / "borders.onnx").read_bytes()
    about = json.loads((FOLDER / "borders.json").read_text(encoding="utf-8"))
    other = (FOLDER.parent / "kabufuda/network.onnx").read_bytes()
    for name, data, says in (
        ("cut", good[:-9], about),
        ("other", good, {**about, "format": 99}),
        ("no-name", good, {"format": 1}),
        ("a-list", good, [1]),
    ):
        folder = tmp_path / name
        shutil.copytree(FOLDER, folder)
        (folder / "borders.onnx").write_bytes(data)
        (folder / "borders.json").write_text(json.dumps(says), encoding="utf-8")
        with pytest.raises(Refusal) as refusal:
            load_proposal_network(folder)
        assert refusal.value.code == "bad_model"
    with pytest.raises(Refusal):
        load_proposal_network(tmp_path)
    for data in (b"", b"no network", good[: len(good) // 2], other):
        with pytest.raises(ValueError, match="no network"):
            ProposalNetwork(data)
