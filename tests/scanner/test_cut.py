"""Cards that the picture's edge cuts off: rebuilt from what of them is in the picture, and named."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.detection.candidates import Candidate, shared, stands_alone
from scanner.detection.contours import smoothed
from scanner.detection.corner_proposals import from_corners, segments
from scanner.detection.cut import cut_sides, shares
from scanner.detection.edge_support import POINTS, Edges
from scanner.detection.foreground import slopes
from scanner.detection.ground_plane import Plane
from scanner.detection.occlusion import halves
from scanner.imaging.geometry import CARD_MM, Quad, area, clockwise, upright
from scanner.reader import read_picture
from scanner.recognition.classifier import Verdict
from scanner.synth.face_textures import DrawnFaces
from scanner.synth.scene import Order, photograph

SHAPE = CARD_MM["western"]
SIZE = (640, 480)


def _box(left: float, top: float, width: float, height: float) -> Quad:
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32)


def test_what_of_an_outline_is_in_the_picture() -> None:
    inside, half, outside = _box(100, 100, 80, 120), _box(-40, 100, 80, 120), _box(700, 100, 80, 120)
    assert shares(np.stack([inside, half, outside]), SIZE).tolist() == [1.0, 0.5, 0.0]
    whole, cut, _ = cut_sides([inside, half, outside], SIZE)
    assert whole is None
    assert cut is not None
    assert cut.all(axis=1).tolist() == [False, False, False, True]
    assert cut[0, 0]
    assert not cut[0, -1]
    assert cut_sides([], SIZE) == []


@pytest.mark.parametrize("angle", [0, 17, 50, 118])
def test_a_card_that_leaves_the_picture_is_as_large_as_the_rest(angle: float) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 70, np.uint8)
    width, height = 126.0, 176.0
    known = _box(260, 180, width, height)
    card = np.asarray(cv2.boxPoints(((600, 120), (width, height), angle)), np.float32)
    for quad in (known, card):
        cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), (235, 240, 240), cv2.LINE_AA)
    lab = smoothed(picture)
    lines = segments(lab, [(0, 0, *SIZE)])
    plane = Plane([known], SHAPE)
    quads = from_corners(lines, [known], plane, SHAPE, Edges(slopes(lab)), SIZE)
    there = upright(clockwise(card))
    best = max(shared(clockwise(quad), there) / (area(quad) + area(there)) for quad in quads)
    assert best > 0.85 / 1.85


def _candidate(quad: Quad, *, back: float = -9.0) -> Candidate:
    (out,) = cut_sides([quad], SIZE)
    seen = np.ones((4, len(POINTS)), bool) if out is None else ~out
    return Candidate(quad, Verdict("AS", 3.0, np.zeros(1, np.float32), turned=False, back=back), seen, out=out)


def test_edges_are_asked_for_where_the_picture_shows_the_card() -> None:
    cut, gone = _candidate(_box(580, 100, 100, 140)), _candidate(_box(639, 100, 100, 140))
    assert stands_alone(cut, [])
    assert not stands_alone(gone, [])
    whole = [_candidate(_box(300, 100, 100, 140))]
    plane = Plane([whole[0].quad], SHAPE)
    assert [half.card for half in halves([cut, gone], whole, plane)] == [cut]


def test_a_cut_off_card_turned_round_still_knows_where_it_is_cut() -> None:
    quad = _box(580, 100, 100, 140)
    (out,) = cut_sides([quad], SIZE)
    assert out is not None
    turned = Verdict("AS", 3.0, np.zeros(1, np.float32), turned=True, back=-9.0)
    card = Candidate(quad, turned, ~out, out=out).standing()
    assert card.out is not None
    (again,) = cut_sides([card.quad], SIZE)
    assert (card.out == again).all()


def test_a_back_that_leaves_the_picture_is_taken_for_none() -> None:
    assert _candidate(_box(580, 100, 100, 140), back=9.0).plain
    assert not _candidate(_box(580, 100, 100, 140)).plain
    assert not _candidate(_box(300, 100, 100, 140), back=9.0).plain


def test_a_cut_off_card_that_was_guessed_does_not_say_how_large_cards_are() -> None:
    cut, whole = _candidate(_box(580, 100, 100, 140)), _candidate(_box(300, 100, 100, 140))
    assert [one.sized for one in (whole, replace(whole, rebuilt=True), cut)] == [True] * 3
    assert not replace(cut, rebuilt=True).sized


@pytest.mark.parametrize(
    ("kind", "seed", "share", "doubt"),
    [("hanafuda", 32500, 0.66, "cut_off"), ("western", 32501, 0.66, "cut_off"), ("western", 32501, 0.9, "")],
)
def test_a_card_cut_off_is_named_and_sure_where_nearly_all_of_it_is_seen(
    kind: str, seed: int, share: float, doubt: str
) -> None:
    order = Order(seed, layout="grid", count=6, surface="green felt", width=1280, height=720)
    shot = photograph(order, DrawnFaces(kind))
    card = max((one for one in shot.truth["cards"] if one["card"]), key=lambda one: np.mean(one["corners"], axis=0)[0])
    quad = np.array(card["corners"], np.float32)
    right = round(float(quad[:, 0].min() + share * np.ptp(quad[:, 0])))
    read = read_picture(np.ascontiguousarray(shot.frame[:, :right]), kind)
    (found,) = [one for one in read.cards if one.card == card["card"]]
    assert shared(clockwise(np.array(found.corners, np.float32)), clockwise(quad)) > 0.9 * area(quad)
    assert (found.doubt, found.sure) == (doubt, not doubt)
