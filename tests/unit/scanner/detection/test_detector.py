"""Finding with a tiny recogniser trained on painted cards: separate, touching, half covered, cut off, face down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner import reader
from scanner.detection.edge_support import EdgeField
from scanner.detection.foreground import color_gradients
from scanner.detection.ground_plane import GroundPlane
from scanner.detection.proposals.contours import to_smoothed_lab
from scanner.doubt_texts import DOUBT_TEXTS
from scanner.reads import PictureRead
from scanner.recognition.model_io import load_classifier
from scanner.recognition.uncertainty import is_cut_off

Picture = NDArray[np.uint8]
Table = Callable[[int, tuple[int, int]], Picture]
Paint = Callable[[int], Picture]
Lay = Callable[[Picture, Picture, tuple[float, float], float, float], NDArray[np.float32]]
CODES = ("h01-1", "h02-1", "h03-1", "h04-2", "h08-1", "h08-3", "h11-4", "h12-2")


@pytest.fixture
def read(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Picture], PictureRead]:
    """Reads a picture with the tiny recogniser in place of the shipped one."""
    recogniser = load_classifier(tiny_model)
    monkeypatch.setattr(reader, "load_deck_classifier", lambda *_: recogniser)
    return lambda picture: reader.read_picture(picture, "hanafuda")


@pytest.fixture
def again(read: Callable[[Picture], PictureRead]) -> Callable[[Picture, PictureRead], PictureRead]:
    """Reads the next picture of the same table with it."""
    del read  # which puts the tiny recogniser there
    return lambda picture, before: reader.read_incremental(picture, "hanafuda", before)


def _named(read: PictureRead) -> set[str | None]:
    return {card.card for card in read.cards if card.face == "up"}


def test_cards_lie_where_they_were_laid(
    table: Table, painted: Paint, lay: Lay, read: Callable[[Picture], PictureRead]
) -> None:
    picture = table(21, (1100, 800))
    truth = {
        code: lay(picture, painted(n), (160 + 255 * (n % 4), 210 + 380 * (n // 4)), 120, 47 * n)
        for n, code in enumerate(CODES)
    }
    seen = read(picture)
    assert len(_named(seen) & set(CODES)) >= 7
    assert len(seen.cards) <= 8
    for card in seen.cards:
        if card.card in truth and card.sure:
            apart = np.linalg.norm(np.array(card.corners) - truth[card.card], axis=1).mean()
            assert apart < 0.05 * 120


def test_touching_cards_are_told_apart(
    table: Table, painted: Paint, lay: Lay, read: Callable[[Picture], PictureRead]
) -> None:
    picture = table(22, (1100, 700))
    lay(picture, painted(7), (900, 500), 110, 15)
    for n in range(4):
        lay(picture, painted(n), (200 + 111 * n, 250), 110, 0)
    assert len(_named(read(picture)) & {*CODES[:4], CODES[7]}) >= 4


def test_no_code_is_given_twice(table: Table, painted: Paint, lay: Lay, read: Callable[[Picture], PictureRead]) -> None:
    picture = table(23, (900, 500))
    for n in range(3):
        lay(picture, painted(4), (180 + 260 * n, 250), 120, 0)
    cards = read(picture).cards
    codes = [card.card for card in cards if card.card]
    assert len(codes) == len(set(codes)) == 3
    assert sum(card.doubt == "twice" for card in cards) == 2
    assert not any(card.sure for card in cards if card.doubt)


def test_a_table_read_again_keeps_what_lies_still_and_sees_what_came_and_went(
    table: Table,
    painted: Paint,
    lay: Lay,
    read: Callable[[Picture], PictureRead],
    again: Callable[[Picture, PictureRead], PictureRead],
) -> None:
    bare = table(21, (1100, 800))
    picture = bare.copy()
    for n in range(5):
        lay(picture, painted(n), (160 + 200 * n, 210), 120, 11 * n)
    first = read(picture)
    still = again(picture, first)
    assert {(card.card, card.sure, card.doubt) for card in still.cards} == {
        (card.card, card.sure, card.doubt) for card in first.cards
    }
    picture[:, :260] = bare[:, :260]
    lay(picture, painted(5), (500, 590), 120, 30)
    moved = again(picture, still)
    assert _named(moved) == _named(first) - {CODES[0]} | {CODES[5]}
    wide = np.asarray(np.concatenate([picture, picture[:, :100]], axis=1), np.uint8)
    assert again(wide, moved).width == 1200


def test_a_card_half_outside_is_never_sure(
    table: Table, painted: Paint, lay: Lay, read: Callable[[Picture], PictureRead]
) -> None:
    picture = table(24, (900, 600))
    lay(picture, painted(5), (450, 300), 150, 0)
    lay(picture, painted(1), (20, 300), 150, 0)
    for card in read(picture).cards:
        if min(x for x, _ in card.corners) < 0:
            assert not card.sure


def test_a_card_that_ends_on_the_edge_is_cut_off_one_that_fills_the_picture_is_not() -> None:
    whole = np.array([[0, 0], [99, 0], [99, 161], [0, 161]], np.float32)
    assert not is_cut_off(whole, 100, 162)
    assert is_cut_off(whole, 300, 162)
    assert not is_cut_off(whole + 20, 300, 300)
    assert is_cut_off(whole - 10, 300, 300)


def test_doubts_have_words_in_both_languages() -> None:
    assert all(text.en and text.ja for text in DOUBT_TEXTS.values())


def test_the_plane_knows_a_card_from_a_smaller_one() -> None:
    quad = np.array([[0, 0], [33, 0], [33, 54], [0, 54]], np.float32)
    cards = [quad * (1 + 0.1 * step) + 100 * step for step in range(4)]
    plane = GroundPlane(cards, (33, 54))
    fitting, smaller = plane.size_errors([quad * 1.1 + 100, quad * 0.6 + 100])
    assert fitting < 0.1
    assert smaller > 0.4


def test_a_crooked_outline_snaps_onto_the_card(painted: Paint, lay: Lay) -> None:
    picture = np.full((400, 400, 3), 190, np.uint8)
    truth = lay(picture, painted(2), (200, 200), 130, 20)
    rng = np.random.default_rng(2)
    (snapped,) = EdgeField(color_gradients(to_smoothed_lab(picture))).snap(
        [truth + rng.uniform(-4, 4, (4, 2)).astype(np.float32)]
    )
    assert np.abs(snapped - truth).max() < 1.5
