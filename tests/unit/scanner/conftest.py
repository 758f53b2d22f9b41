"""A table of eight cards, as the detector sees it."""

from __future__ import annotations

import pytest

from scanner.detection.detector import DetectorOutput, shipped_detector
from scanner.detection.naming import NamedCard, accept, name_cards
from scanner.imaging.geometry import ImagePyramid
from scanner.recognition.classifier import CardClassifier
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import SceneSpec, photograph


@pytest.fixture(scope="session")
def pyramid() -> ImagePyramid:
    """Eight cards on a table."""
    spec = SceneSpec(43, layout="grid", count=8, width=1280, height=720)
    return ImagePyramid(photograph(spec, DrawnFaces("hanafuda")).frame)


@pytest.fixture(scope="session")
def output(pyramid: ImagePyramid) -> DetectorOutput:
    """What the detector finds there."""
    return shipped_detector().detect(pyramid)


@pytest.fixture(scope="session")
def cards(output: DetectorOutput, pyramid: ImagePyramid, hanafuda_classifier: CardClassifier) -> list[NamedCard]:
    """The cards accepted of it, all eight of them."""
    accepted = accept(name_cards(output.detections, pyramid, hanafuda_classifier), hanafuda_classifier)
    assert len(accepted) == 8
    return accepted
