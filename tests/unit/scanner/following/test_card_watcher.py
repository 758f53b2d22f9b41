"""The live table on synthetic pictures reports what happens, no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.detection.detector import Region
from scanner.reader import read_region
from scanner.reads import CardRead, PictureRead
from scanner.sources import HEALTHY, Health, Source
from scanner.synth import scene as synth
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.layout import PlacedCard
from scanner.synth.layouts import Arrangement
from scanner.synth.pinhole import PinholeCamera
from scanner.synth.scene import SceneSpec, photograph
from scanner.tracking.table_state import TableState
from scanner.worker.watcher import TableWatcher

Frame = NDArray[np.uint8]
SIZE = (960, 540)
FACES = DrawnFaces("hanafuda")
# Cards that look very different, so that the test depends on the table, not on the classifier.
CARDS = (
    PlacedCard("h01-1", -150, -60, 2),
    PlacedCard("h03-1", -60, -62, -3),
    PlacedCard("h08-1", 40, -58, 1),
    PlacedCard("h10-1", 130, -60, 184),
    PlacedCard("h02-1", -100, 55, 4),
    PlacedCard("h12-1", 0, 58, -2),
    PlacedCard("h04-1", 95, 52, 178),
)

MOMENTS = 4
"""Photographs of a table that differ by their noise; after them the first comes again."""
PHOTOGRAPHS: dict[tuple[object, ...], Frame] = {}
"""What was photographed before, in this test or in another."""


class Scene(Source):
    """A camera over a table whose cards the test lays, with a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.cards = list(CARDS)
        self.camera = PinholeCamera(*SIZE, 60.0, 500.0, tilt_deg=4)
        self.light = 1.0
        self.over: Callable[[Frame], None] | None = None
        self.frozen = False
        self.slow = 0.0
        self.now = 100.0
        self.reads = 0
        self._moment = 0
        self._frame: Frame | None = None
        monkeypatch.setattr(synth, "find_layout", lambda _: lambda _: Arrangement(self.camera, list(self.cards)))
        self.watcher = TableWatcher(self, self._reader, "hanafuda", "hanafuda", clock=lambda: self.now)

    def _reader(
        self, frame: Frame, deck: str, region: Region, known: Sequence[CardRead], places: Sequence[CardRead]
    ) -> PictureRead:
        self.reads += 1
        return read_region(frame, deck, region, known, places)

    def read(self, timeout: float) -> Frame | None:
        del timeout
        self.now += self.slow
        if self._frame is None or not self.frozen:
            self._moment += 1
            moment = self._moment % MOMENTS
            order = SceneSpec(seed=3, moment=moment, surface="green felt", width=SIZE[0], height=SIZE[1])
            shown = (moment, self.camera, *self.cards)
            if shown not in PHOTOGRAPHS:
                PHOTOGRAPHS[shown] = photograph(order, FACES).frame
            frame = PHOTOGRAPHS[shown]
            frame = np.clip(frame.astype(np.float32) * self.light, 0, 255).astype(np.uint8)
            if self.over:
                self.over(frame)
            self._frame = frame
        return self._frame

    def health(self) -> Health:
        return HEALTHY

    def wait_for_rest(self, glances: int = 8) -> TableState:
        """Poll until the table has been still, at most `glances` times."""
        for _ in range(glances):
            self.now += 0.3
            seen = self.watcher.poll(0)
            if seen.has_new_frame and seen.is_still:
                return seen.table
        return seen.table


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """A table whose cards the test lays."""
    return Scene(monkeypatch)


def paint_arm(x: int, y: int) -> Callable[[Frame], None]:
    """Paints a hand at (x, y) with its arm from the lower edge."""

    def paint(frame: Frame) -> None:
        sleeve = np.array([[x - 55, y], [x + 55, y], [x + 130, SIZE[1]], [x - 10, SIZE[1]]])
        cv2.fillConvexPoly(frame, sleeve, (120, 150, 205))
        cv2.ellipse(frame, (x, y), (70, 62), 0, 0, 360, (125, 155, 210), -1)

    return paint


def codes_of(state: TableState) -> set[str | None]:
    return {card.read.card for card in state.cards}


def changes_of(state: TableState) -> set[tuple[str, str | None]]:
    return {(one.kind, one.card) for one in state.changes}


def test_a_deal_is_read_once_and_then_left_alone(scene: Scene) -> None:
    state = scene.wait_for_rest()
    assert codes_of(state) == {card.code for card in CARDS}
    assert all(card.read.sure for card in state.cards)
    assert changes_of(state) == {("appeared", card.code) for card in CARDS}
    reads = scene.reads
    assert reads <= 3
    for _ in range(6):
        assert scene.wait_for_rest() == state
    assert scene.reads == reads  # nothing moved, so nothing is read


def test_hands_passing_over_disturb_nothing(scene: Scene) -> None:
    state = scene.wait_for_rest()
    reads = scene.reads
    for x in (200, 330, 480, 640, 800):
        scene.over = paint_arm(x, 300)
        scene.now += 0.3
        seen = scene.watcher.poll(state.version)
        assert not seen.is_still
        assert seen.table == state
        assert seen.jpeg == b""
    scene.over = None
    scene.now += 0.3
    assert scene.wait_for_rest() == state
    assert scene.reads == reads  # it looks as before, so it is not read again


def test_a_card_under_a_resting_hand_stays_and_is_marked(scene: Scene) -> None:
    first = scene.wait_for_rest()
    scene.over = paint_arm(480, 390)
    covered = scene.wait_for_rest()
    assert codes_of(covered) == codes_of(first)
    under = {card.read.card for card in covered.cards if card.is_covered}
    assert "h12-1" in under
    assert not [card for card in covered.cards if card.is_covered and card.read.sure]
    assert not [one for one in covered.changes if one.kind == "gone"]
    scene.over = None
    after = scene.wait_for_rest()
    assert changes_of(after) == set()
    assert [(card.track_id, card.read.card, card.read.sure, card.since) for card in after.cards] == [
        (card.track_id, card.read.card, card.read.sure, card.since) for card in first.cards
    ]


def test_a_card_taken_and_a_card_laid_are_told(scene: Scene) -> None:
    first = scene.wait_for_rest()
    scene.cards = [card for card in CARDS if card.code != "h03-1"] + [PlacedCard("h05-1", 170, 60, 5)]
    scene.now += 0.3
    after = scene.wait_for_rest()
    assert changes_of(after) == {("gone", "h03-1"), ("appeared", "h05-1")}
    assert codes_of(after) == codes_of(first) - {"h03-1"} | {"h05-1"}
    numbers = {card.track_id for card in first.cards}
    assert {card.track_id for card in after.cards if card.read.card != "h05-1"} <= numbers


@pytest.mark.long
def test_a_whole_row_gathered_is_gone(scene: Scene) -> None:
    scene.wait_for_rest()
    scene.cards = list(CARDS[4:])
    after = scene.wait_for_rest()
    assert changes_of(after) == {("gone", card.code) for card in CARDS[:4]}
    assert codes_of(after) == {card.code for card in CARDS[4:]}


def test_a_card_turned_over_is_the_same_card(scene: Scene) -> None:
    first = scene.wait_for_rest()
    scene.cards = [replace(card, code="") if card.code == "h08-1" else card for card in CARDS]
    down = scene.wait_for_rest()
    assert changes_of(down) == {("turned", None)}
    number = next(card.track_id for card in first.cards if card.read.card == "h08-1")
    assert [card.track_id for card in down.cards if card.read.face == "down"] == [number]
    scene.cards = list(CARDS)
    up = scene.wait_for_rest()
    assert changes_of(up) == {("turned", "h08-1")}


@pytest.mark.long
def test_two_cards_that_change_places_have_moved(scene: Scene) -> None:
    first = scene.wait_for_rest()
    swap = {"h01-1": CARDS[5], "h12-1": CARDS[0]}
    scene.cards = [
        replace(card, x=swap[card.code].x, y=swap[card.code].y) if card.code in swap else card for card in CARDS
    ]
    after = scene.wait_for_rest()
    assert changes_of(after) == {("moved", "h01-1"), ("moved", "h12-1")}
    assert {(card.track_id, card.read.card) for card in after.cards} == {
        (card.track_id, card.read.card) for card in first.cards
    }


@pytest.mark.long
def test_light_that_changes_slowly_is_no_event(scene: Scene) -> None:
    state = scene.wait_for_rest()
    for light in np.linspace(1.0, 0.62, 12):
        scene.light = float(light)
        now = scene.wait_for_rest()
        assert not [one for one in now.changes if one.time_s > state.captured_at]
    assert {(card.track_id, card.read.card, card.read.sure) for card in now.cards} == {
        (card.track_id, card.read.card, card.read.sure) for card in state.cards
    }


@pytest.mark.long
def test_a_camera_that_is_bumped_moves_no_card(scene: Scene) -> None:
    first = scene.wait_for_rest()
    scene.camera = PinholeCamera(*SIZE, 60.0, 500.0, tilt_deg=5, roll_deg=2.0, azimuth_deg=10)
    after = scene.wait_for_rest()
    assert changes_of(after) == set()
    assert {(card.track_id, card.read.card) for card in after.cards} == {
        (card.track_id, card.read.card) for card in first.cards
    }
    moved = {card.track_id: card.read.corners for card in after.cards}
    assert any(abs(moved[card.track_id][0][0] - card.read.corners[0][0]) > 4 for card in first.cards)


def test_a_frozen_camera_shows_nothing(scene: Scene) -> None:
    state = scene.wait_for_rest()
    scene.frozen = True
    scene.cards = []
    scene.now += 5
    scene.watcher.poll(0)  # the first of them may be new
    for _ in range(4):
        scene.now += 1
        seen = scene.watcher.poll(state.version)
        assert not seen.has_new_frame
        assert not seen.is_still
        assert seen.table == state


def test_a_picture_that_comes_late_is_not_used(scene: Scene) -> None:
    scene.slow = 2.5
    assert scene.wait_for_rest().version == 0
    assert scene.reads == 0
    scene.slow = 0.0
    assert len(scene.wait_for_rest().cards) == len(CARDS)
