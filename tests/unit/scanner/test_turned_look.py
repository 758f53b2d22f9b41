"""Cards that show only in the turned picture are found, and nothing is looked at where none was missed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scanner.detection.detection import any_shows_at
from scanner.detection.detector import shipped_detector
from scanner.detection.naming import NamedCard
from scanner.detection.network import Proposals
from scanner.imaging.geometry import ImagePyramid, corner_offsets, quad_size
from scanner.recognition.classifier import CardClassifier
from scanner.turned_look import find_turned


@pytest.fixture(scope="module")
def proposals(pyramid: ImagePyramid) -> Proposals:
    """What the first network says of the picture as it is."""
    return shipped_detector().proposer.propose(pyramid.frame)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was to be looked for in the turned picture, instead of a look."""
    asked: list[object] = []
    monkeypatch.setattr("scanner.turned_look.find_missed", lambda *given: asked.append(given))
    return asked


def test_a_card_without_an_outline_is_found_in_the_turned_picture(
    proposals: Proposals, cards: list[NamedCard], pyramid: ImagePyramid, hanafuda_classifier: CardClassifier
) -> None:
    missing, others = cards[3], [card for card in cards if card is not cards[3]]
    (found,) = find_turned(shipped_detector(), pyramid, replace(proposals, quads=[]), others, hanafuda_classifier)
    assert found.prediction.face == missing.prediction.face
    assert corner_offsets(found.quad[None], missing.quad)[0] < 0.15 * quad_size(missing.quad)[0]


def test_the_picture_is_not_looked_at_again_where_less_was_missed_than_shows_of_a_card(
    proposals: Proposals,
    cards: list[NamedCard],
    pyramid: ImagePyramid,
    hanafuda_classifier: CardClassifier,
    looks: list[object],
) -> None:
    others = [card for card in cards if card is not cards[3]]
    known = proposals.cells[any_shows_at([card.detection for card in others], proposals.cells)]
    seen = proposals.cells[cards[3].detection.shows_at(proposals.cells)]
    for share, is_looked_at in ((0.1, False), (0.5, True)):
        cells = np.vstack([known, seen[: int(share * len(seen))]])
        find_turned(shipped_detector(), pyramid, replace(proposals, cells=cells), others, hanafuda_classifier)
        assert bool(looks) == is_looked_at
    looks.clear()
    find_turned(shipped_detector(), pyramid, proposals, [], hanafuda_classifier)
    find_turned(shipped_detector(), pyramid, replace(proposals, is_quick=True), others, hanafuda_classifier)
    assert not looks


def test_cells_missed_all_over_the_table_are_no_card(
    proposals: Proposals,
    cards: list[NamedCard],
    pyramid: ImagePyramid,
    hanafuda_classifier: CardClassifier,
    looks: list[object],
) -> None:
    found = [card.detection for card in cards]
    height, width = pyramid.frame.shape[:2]
    step = 4 * proposals.cell_px
    everywhere = np.stack(np.meshgrid(np.arange(0, width, step), np.arange(0, height, step)), -1).reshape(-1, 2)
    scattered = everywhere[~any_shows_at(found, everywhere)].astype(np.float32)
    whole_card = cards[3].detection.shows_at(proposals.cells).sum()
    assert len(scattered) > whole_card, "together they are more than a card"
    known = proposals.cells[any_shows_at(found, proposals.cells)]
    spread = replace(proposals, cells=np.vstack([known, scattered]))
    find_turned(shipped_detector(), pyramid, spread, cards, hanafuda_classifier)
    assert not looks
