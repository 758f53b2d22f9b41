"""Missed cards are found, and nothing where none is missed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.detection import Detection
from scanner.detection.detector import DetectorOutput, shipped_detector
from scanner.detection.missed_cards import MissedArea, find_missed
from scanner.detection.naming import NamedCard
from scanner.detection.refinement import RefinementNetwork
from scanner.imaging.geometry import ImagePyramid, Quad, corner_offsets, quad_size, standing
from scanner.recognition.classifier import CardClassifier


def _wrong_outlines(quad: Quad) -> dict[str, Quad]:
    """Outlines that the network gives instead of a card's own: half a card, turned by 90 degrees, too long."""
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    half = standing(np.array([quad[0], quad[1], quad[1] + down / 2, quad[0] + down / 2], np.float32))
    middle = quad.mean(axis=0)
    sides = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    lying = standing(np.array([middle + x * right[::-1] * (-1, 1) / 2 + y * right / 2 for x, y in sides], np.float32))
    long = np.array([quad[0], quad[1], quad[2] + 0.2 * down, quad[3] + 0.2 * down], np.float32)
    return {"half": half, "lying": lying, "long": long}


def _without(output: DetectorOutput, missing: NamedCard, outlines: list[Detection]) -> DetectorOutput:
    """The output as it would be had the detector known of the missing card no outlines but these."""

    def others(detections: list[Detection]) -> list[Detection]:
        centre, width = missing.quad.mean(axis=0), quad_size(missing.quad)[0]
        return [found for found in detections if np.abs(found.quad.mean(axis=0) - centre).max() > width]

    return replace(output, detections=others(output.detections), outlines=others(output.outlines) + outlines)


def _quads(output: DetectorOutput) -> list[Quad]:
    return [outline.quad for outline in output.outlines]


@pytest.mark.parametrize("wrong", ["half", "lying", "long"])
def test_a_card_of_which_only_a_wrong_outline_is_known_is_found(
    wrong: str,
    output: DetectorOutput,
    cards: list[NamedCard],
    pyramid: ImagePyramid,
    hanafuda_classifier: CardClassifier,
) -> None:
    for missing in cards:
        outline = replace(missing.detection, quad=_wrong_outlines(missing.quad)[wrong])
        others = [card for card in cards if card is not missing]
        left = _without(output, missing, [outline])
        found = find_missed(
            shipped_detector().refiner, pyramid, left.proposals, _quads(left), others, hanafuda_classifier
        )
        (card,) = found
        assert card.prediction.face == missing.prediction.face
        assert corner_offsets(card.quad[None], missing.quad)[0] < 0.15 * quad_size(missing.quad)[0]


class _IdleRefiner(RefinementNetwork):
    """A network that must not be asked."""

    def __init__(self) -> None:
        """Load nothing."""

    def refine(self, pyramid: ImagePyramid, quads: list[Quad]) -> list[Detection]:
        """Fail if there is anything to refine."""
        assert not quads
        return []


def test_no_time_is_spent_where_nothing_was_missed_or_no_size_is_known(
    output: DetectorOutput, cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    idle = _IdleRefiner()
    outlines = _quads(output)
    assert find_missed(idle, pyramid, output.proposals, outlines, cards, hanafuda_classifier) == []
    assert find_missed(idle, pyramid, output.proposals, outlines, [], hanafuda_classifier) == []
    no_cells = replace(output.proposals, cells=np.zeros((0, 2), np.float32))
    assert find_missed(idle, pyramid, no_cells, [], cards, hanafuda_classifier) == []


def test_a_known_card_is_not_found_again_beside_itself(
    output: DetectorOutput, cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    """Card seen on all of the table: the cloth around the cards asks for more, and none is there."""
    step = output.proposals.cell_px
    everywhere = np.stack(np.meshgrid(np.arange(0, 1280, step), np.arange(0, 720, step)), axis=-1)
    all_cells = replace(output.proposals, cells=everywhere.reshape(-1, 2).astype(np.float32))
    greedy = replace(output, proposals=all_cells)
    shifted = [
        replace(card.detection, quad=(card.quad + 0.4 * (card.quad[1] - card.quad[0])).astype(np.float32))
        for card in cards
    ]
    greedy = replace(greedy, outlines=[*output.outlines, *shifted])
    assert (
        find_missed(shipped_detector().refiner, pyramid, greedy.proposals, _quads(greedy), cards, hanafuda_classifier)
        == []
    )


def test_what_lies_where_a_known_card_does_is_that_card(
    output: DetectorOutput, cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    """The masks of known cards are empty, as if each showed elsewhere than where it was seen."""
    blind = [replace(card, detection=replace(card.detection, mask=0 * card.detection.mask)) for card in cards]
    refiner = shipped_detector().refiner
    assert find_missed(refiner, pyramid, output.proposals, _quads(output), blind, hanafuda_classifier) == []


def test_a_gap_between_two_known_cards_is_no_card(output: DetectorOutput, cards: list[NamedCard]) -> None:
    """Cells of the gap are missed only while one of the two is unknown."""
    first, second = (card.detection for card in cards[:2])
    beside = replace(
        second,
        quad=(first.quad + (first.quad[1] - first.quad[0]) * 1.05).astype(np.float32),
        mask=first.mask,
        mask_outline=(first.mask_outline + (first.quad[1] - first.quad[0]) * 1.05).astype(np.float32),
    )
    points = np.concatenate([first.quad, beside.quad])
    low, high = points.min(axis=0), points.max(axis=0)
    step = float(quad_size(first.quad)[0]) / 6
    cells = np.stack(np.meshgrid(*(np.arange(a, b, step) for a, b in zip(low, high, strict=True))), axis=-1)
    cells_on_cards = replace(output.proposals, cells=cells.reshape(-1, 2).astype(np.float32), cell_px=step)
    one, both = (MissedArea.of(cells_on_cards, known) for known in ([first], [first, beside]))
    assert one.shares([beside.quad])[0] > 0.5
    assert both.shares([beside.quad, first.quad]).tolist() == [0, 0]
