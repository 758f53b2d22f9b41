"""Why a card is in doubt, against what was done to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.doubt import seen_badly
from scanner.geometry import Quad
from scanner.marking import Truth, matched
from scanner.reader import read_picture
from scanner.recogniser import shipped
from scanner.synth.faces import DrawnFaces
from scanner.synth.table import Order, photograph

Picture = NDArray[np.uint8]
DECK = DrawnFaces("hanafuda")
LARGE = np.array([[0, 0], [64, 0], [64, 104], [0, 104]], np.float32)


def _crop(code: str = "h03-1") -> Picture:
    return np.asarray(cv2.resize(DECK.pixels(code)[..., :3], (64, 104), interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize(
    ("quad", "crop", "said"),
    [
        (LARGE, _crop(), ""),
        (LARGE / 3, _crop(), "too_small"),
        (LARGE, _crop() // 8, "dark"),
        (LARGE, np.where(np.arange(104)[:, None, None] < 50, np.uint8(255), _crop()), "glare"),
        (LARGE, cv2.GaussianBlur(_crop(), (0, 0), 6.0), "blurred"),
    ],
    ids=["well", "too small", "dark", "glare", "blurred"],
)
def test_what_is_wrong_with_the_sight_of_a_card_is_told(quad: Quad, crop: Picture, said: str) -> None:
    assert seen_badly(quad, np.asarray(crop, np.uint8)) == said


def _spot(picture: Picture, quad: Quad) -> NDArray[np.float32]:
    """How near each pixel is to a card's middle: 1 there, 0 beyond it; (height, width, 1)."""
    there = np.zeros(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(there, np.asarray(np.round(quad), np.int32), 1.0)
    return np.asarray(cv2.GaussianBlur(there, (0, 0), 3.0)[..., None], np.float32)


def _glaring(picture: Picture, quad: Quad) -> Picture:
    return np.asarray(np.minimum(picture + 330 * _spot(picture, quad), 255), np.uint8)


def _darkened(picture: Picture, quad: Quad) -> Picture:
    return np.asarray(picture * (1 - 0.93 * _spot(picture, quad)), np.uint8)


def _covered(picture: Picture, quad: Quad) -> Picture:
    """A cup on its lower third."""
    out = picture.copy()
    width = float(np.linalg.norm(quad[1] - quad[0]))
    place = quad[2:].mean(axis=0) + 0.15 * (quad[:2].mean(axis=0) - quad[2:].mean(axis=0))
    cv2.circle(out, (round(float(place[0])), round(float(place[1]))), round(0.55 * width), (205, 160, 120), -1)
    return out


@pytest.mark.parametrize(
    ("done", "reason"),
    [(_glaring, "glare"), (_darkened, "dark"), (_covered, "covered")],
    ids=["glare", "dark", "covered"],
)
def test_every_card_in_doubt_says_what_was_done_to_it(done: Callable[[Picture, Quad], Picture], reason: str) -> None:
    shot = photograph(Order(7401, layout="grid", count=8, surface="green felt", width=1280, height=720), DECK)
    cards = [(card["card"], np.array(card["corners"], np.float32)) for card in shot.truth["cards"] if card["card"]]
    picture = shot.frame
    for _, quad in cards[::2]:
        picture = done(picture, quad)
    truth = Truth(Path("table.jpg"), (), tuple((code, quad, 1.0) for code, quad in cards), whole=True)
    read = read_picture(picture, "hanafuda")
    found = matched(truth, read.cards)
    doubts = {number: read.cards[hit].doubt for number, hit in found.items()}
    assert {doubts[number] for number in doubts if number % 2} <= {""}
    assert {doubts[number] for number in doubts if number % 2 == 0} <= {"", reason}


def test_who_was_calibrated_on_half_covered_cards_may_be_sure_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shot = photograph(
        Order(7505, layout="overlap", count=6, surface="green felt", width=1024, height=768), DrawnFaces("western")
    )
    said = {}
    for knows in (True, False):
        monkeypatch.setattr(shipped("western"), "knows_halves", knows)
        said[knows] = {read.card: read for read in read_picture(shot.frame, "western").cards}
    sure = {knows: {card for card, read in cards.items() if read.sure} for knows, cards in said.items()}
    assert sure[False] < sure[True] <= {card["card"] for card in shot.truth["cards"]}
    assert {said[False][card].doubt for card in sure[True] - sure[False]} == {"covered"}
