"""The detector: overlapping cards, all picture sizes, damaged files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from scanner.detection.detector import DETECTOR_FORMAT, load_detector, shipped_detector
from scanner.detection.network import INPUT_SIDES_PX, DetectionNetwork
from scanner.detection.refinement import RefinementNetwork
from scanner.imaging.geometry import ImagePyramid, intersection_area, order_clockwise, quad_area, quad_size
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph
from scanner.synth.surfaces import SURFACES
from scorer.errors import Refusal

MODELS = Path(models.__path__[0])
FOLDER = MODELS / "detector"


@pytest.mark.parametrize(("kind", "layout"), [("hanafuda", "overlap"), ("western", "touching")])
def test_cards_that_touch_or_overlap_are_detected_once(kind: str, layout: str) -> None:
    shot = photograph(SceneSpec(31, layout=layout, count=6, width=960, height=720), DrawnFaces(kind))
    found = shipped_detector().detect(ImagePyramid(shot.frame)).detections
    matched = 0
    for card in shot.truth["cards"]:
        quad = order_clockwise(np.array(card["corners"], np.float32))
        common = [intersection_area(order_clockwise(one.quad), quad) for one in found]
        unions = [quad_area(one.quad) + quad_area(quad) - share for one, share in zip(found, common, strict=True)]
        matched += any(share > 0.75 * union for share, union in zip(common, unions, strict=True))
    assert matched >= 5
    assert len(found) <= 8
    assert all(quad_size(one.quad)[0] <= quad_size(one.quad)[1] for one in found), "they stand"


def test_outlines_of_cards_that_are_clear_already_are_not_refined() -> None:
    shot = photograph(SceneSpec(52, layout="grid", count=16, width=1280, height=720), DrawnFaces("hanafuda"))
    output = shipped_detector().detect(ImagePyramid(shot.frame))
    assert len(output.detections) == 16
    assert len(output.outlines) < 0.8 * len(output.proposals.quads), "in both rounds together"


@pytest.mark.parametrize(
    ("layout", "count", "is_quick"), [("grid", 12, True), ("grid", 48, False), ("overlap", 12, False)]
)
def test_the_largest_size_is_looked_at_only_for_small_or_covered_cards(
    layout: str, count: int, is_quick: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    shot = photograph(SceneSpec(52, layout=layout, count=count, width=1280, height=720), DrawnFaces("hanafuda"))
    detector = shipped_detector()  # which looks at a blank picture when it is loaded
    sides: list[int] = []
    infer = DetectionNetwork.infer
    monkeypatch.setattr(
        DetectionNetwork, "infer", lambda net, picture: (sides.append(max(picture.shape)), infer(net, picture))[1]
    )
    refine, refined = RefinementNetwork.refine, list[int]()
    monkeypatch.setattr(
        RefinementNetwork, "refine", lambda net, *asked: (refined.append(len(asked[1])), refine(net, *asked))[1]
    )
    output = detector.detect(ImagePyramid(shot.frame))
    assert refined[-1] < 0.8 * count if is_quick else refined[-1] >= count, "what is exact stays where all are whole"
    assert sides == [*INPUT_SIDES_PX[1:], *([] if is_quick else INPUT_SIDES_PX[:1])]
    assert output.proposals.is_quick == is_quick
    assert len(output.detections) >= 0.9 * count


def test_places_are_looked_at_again_and_a_region_is_searched_alone() -> None:
    shot = photograph(SceneSpec(41, layout="grid", count=4, width=1280, height=720), DrawnFaces("western"))
    pyramid = ImagePyramid(shot.frame)
    found = shipped_detector().detect(pyramid).detections
    assert len(found) == 4
    (again,) = shipped_detector().detect_again(pyramid, [found[0].quad], None)
    assert np.abs(again.quad - found[0].quad).max() < 0.1 * quad_size(found[0].quad)[0]
    left, top = (max(0, int(low) - 20) for low in found[0].quad.min(axis=0))
    right, bottom = (int(high) + 20 for high in found[0].quad.max(axis=0))
    near = shipped_detector().detect_again(pyramid, [], (left, top, right, bottom))
    assert any(np.abs(card.quad.mean(axis=0) - found[0].quad.mean(axis=0)).max() < 8 for card in near)


def test_backs_are_proposed_in_a_small_region_because_the_table_around_it_is_seen() -> None:
    """Plain backs on five tables, each in a region hardly larger than the card. Nothing outside is proposed."""
    proposed = 0
    for surface in ("white paper", "grey felt", "tatami", "walnut", "navy felt"):
        rng = np.random.default_rng(3)
        frame = np.asarray(np.clip(SURFACES[surface](rng, (720, 1280), 1.5), 0, 255), np.uint8)[:, :, :3].copy()
        spots = [(x, y) for y in (200, 520) for x in (250, 640, 1050)]
        outlines = [cv2.boxPoints((spot, (47, 78), float(rng.uniform(0, 360)))) for spot in spots]
        for outline in outlines:
            cv2.fillConvexPoly(frame, np.round(outline).astype(int), (35, 30, 120), cv2.LINE_AA)
        for outline in outlines:
            left, top = (int(low) - 25 for low in outline.min(axis=0))
            right, bottom = (int(high) + 25 for high in outline.max(axis=0))
            proposals = shipped_detector().proposer.propose(frame, (left, top, right, bottom))
            found = [quad.mean(axis=0) for quad in proposals.quads]
            assert all(left <= x < right and top <= y < bottom for x, y in found)
            proposed += any(np.abs(centre - outline.mean(axis=0)).max() < 12 for centre in found)
    assert proposed >= 23


def test_all_model_files_together_take_fifteen_megabytes_at_most() -> None:
    files = [file for file in MODELS.rglob("*") if file.suffix in {".onnx", ".npz"}]
    assert sum(file.stat().st_size for file in files) <= 15_000_000


def test_a_detector_that_was_changed_is_refused(tmp_path: Path) -> None:
    manifest = json.loads((FOLDER / "detector.json").read_text(encoding="utf-8"))
    proposals, refinement = ((FOLDER / name).read_bytes() for name in ("proposals.onnx", "refinement.onnx"))
    swapped = {**manifest, "proposals": manifest["refinement"], "refinement": manifest["proposals"]}
    for name, says, changed in (
        ("cut", manifest, {"proposals.onnx": proposals[:-9]}),
        (
            "damaged",
            manifest,
            {"refinement.onnx": refinement[:-1] + b"?"},
        ),
        ("newer", {**manifest, "format": DETECTOR_FORMAT + 1}, {}),
        ("older", {**manifest, "format": DETECTOR_FORMAT - 1}, {}),
        ("swapped", swapped, {}),
        ("nothing", {"format": DETECTOR_FORMAT}, {}),
        ("a-list", [1], {}),
    ):
        folder = Path(shutil.copytree(FOLDER, tmp_path / name))
        (folder / "detector.json").write_text(json.dumps(says), encoding="utf-8")
        for file, data in changed.items():
            (folder / file).write_bytes(data)
        with pytest.raises(Refusal) as refusal:
            load_detector(folder)
        assert refusal.value.code == "bad_model", name
    with pytest.raises(Refusal) as refusal:
        load_detector(tmp_path)
    assert refusal.value.code == "bad_model"
