"""Where a card was seen and none was named, a card is said to lie."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.detection.detection import Detection
from scanner.detection.detector import DetectorOutput
from scanner.detection.naming import NamedCard
from scanner.detection.network import Proposals
from scanner.imaging.geometry import Quad, points_in_quad
from scanner.unnamed_cards import find_unnamed
from tests.support.detected_cards import CROP_SIZE, box, detection, prediction

CELL_PX = 8.0
NAMED, UNNAMED = box(100, 100, 60, 98), box(300, 100, 60, 98)
BELOW = box(100, 150, 60, 98)
"""A card of which `NAMED` covers the upper half."""


def _output(outlines: list[Detection], *seen: Quad) -> DetectorOutput:
    """What the detector says where the first network saw card in these places, and only `outlines` were refined."""
    middles = np.arange(CELL_PX / 2, 480, CELL_PX, dtype=np.float32)
    cells = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)
    shown = np.any([points_in_quad(cells, quad) for quad in seen], axis=0)
    return DetectorOutput([], outlines, Proposals([*seen], cells[shown], CELL_PX))


def _named(found: Detection) -> NamedCard:
    return NamedCard(found, prediction(), np.full((CROP_SIZE[1], CROP_SIZE[0], 3), 200, np.uint8))


PICTURE_AREA = 640 * 480
KNOWN = _named(detection(NAMED))


def _quads(found: list[Detection]) -> list[list[list[float]]]:
    return [one.quad.tolist() for one in found]


def test_a_card_beside_those_named_is_said_to_lie_there() -> None:
    output = _output([KNOWN.detection, detection(UNNAMED)], NAMED, UNNAMED)
    assert _quads(find_unnamed(output, [KNOWN], PICTURE_AREA)) == [UNNAMED.tolist()]


def test_half_of_a_card_under_one_that_was_named_is_said_to_lie_there() -> None:
    output = _output([KNOWN.detection, detection(BELOW, NAMED)], NAMED, BELOW)
    (found,) = find_unnamed(output, [KNOWN], PICTURE_AREA)
    assert found.quad.tolist() == BELOW.tolist()
    assert not points_in_quad(found.visible_points, NAMED).any()


def test_two_outlines_of_one_card_are_one_card() -> None:
    near = box(304, 104, 60, 98)
    output = _output([detection(near, error=-3.0), detection(UNNAMED)], NAMED, UNNAMED)
    assert _quads(find_unnamed(output, [KNOWN], PICTURE_AREA)) == [UNNAMED.tolist()]


@pytest.mark.parametrize(
    "outlines",
    [
        pytest.param([], id="no outline"),
        pytest.param([detection(UNNAMED, card=-0.1)], id="rather no card"),
        pytest.param([detection(box(104, 104, 60, 98))], id="an inexact outline of the card that was named"),
        pytest.param([detection(box(300, 300, 60, 98))], id="where the first network saw none"),
    ],
)
def test_nothing_is_said_without_a_likely_outline_of_a_card_that_was_missed(outlines: list[Detection]) -> None:
    assert find_unnamed(_output(outlines, NAMED, UNNAMED), [KNOWN], PICTURE_AREA) == []


def test_where_no_card_was_named_only_one_beyond_doubt_is_said_to_lie() -> None:
    clear, doubtful = detection(UNNAMED), detection(box(300, 300, 60, 98), card=1.0)
    output = _output([clear, doubtful], UNNAMED)
    assert _quads(find_unnamed(output, [], PICTURE_AREA)) == [UNNAMED.tolist()]
    assert find_unnamed(output, [], 5 * clear.area) == []
