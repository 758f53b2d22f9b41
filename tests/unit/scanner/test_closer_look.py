"""Small cards in large pictures are read from nearer, or said to be small."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.closer_look import look_closer, with_issue
from scanner.imaging.decode import decode, encode_jpeg
from scanner.reader import read_picture
from scanner.reads import CardRead, HiddenCard, PictureRead
from scanner.sources.synthetic import SyntheticSource
from tests.support.gate import first_in_gate

CARDS = ["h01-1", "h02-1", "h03-1", "h04-1", "h05-1", "h06-1", "h07-1", "h08-1"]


def card(x: float, y: float, size: float, *, sure: bool) -> CardRead:
    corners = ((x, y), (x + size, y), (x + size, y + 1.6 * size), (x, y + 1.6 * size))
    return CardRead("h01-1", 0.9 if sure else 0.5, sure, "up", corners)


def read_of(*cards: CardRead, side: int = 4000) -> PictureRead:
    return PictureRead(side, side * 3 // 4, "hanafuda", 10.0, cards)


@pytest.fixture
def frame() -> np.ndarray:
    return np.zeros((3000, 4000, 3), np.uint8)


NOWHERE = np.zeros((0, 2), np.float32)


def test_what_is_seen_from_nearer_stands_where_it_lies(frame) -> None:
    looked = []

    def read_part(part: np.ndarray) -> PictureRead:
        looked.append(part.shape)
        hidden = (HiddenCard(None, ((1, 1), (2, 1), (2, 2), (1, 2))),)
        return replace(read_of(*(card(10 * n, 20, 40, sure=True) for n in range(8))), hidden=hidden, elapsed_ms=5)

    closer = look_closer(frame, read_of(card(1000, 1000, 400, sure=False)), NOWHERE, read_part)
    assert looked == [(1024, 640, 3)]
    assert [each.corners[0] for each in closer.cards[:2]] == [(880, 828), (890, 828)]
    assert closer.hidden[0].corners[0] == (881, 809)
    assert (closer.width, closer.height, closer.elapsed_ms) == (4000, 3000, 15)


@pytest.mark.parametrize(
    "read",
    [
        read_of(card(0, 0, 40, sure=True)),
        read_of(*(card(100 * n, 0, 40, sure=False) for n in range(4))),
        read_of(card(0, 0, 400, sure=False), side=1200),
        read_of(card(500, 300, 2000, sure=False)),
        read_of(),
    ],
    ids=["sure", "many", "small picture", "it fills the picture", "nothing anywhere"],
)
def test_no_time_is_spent_where_that_cannot_help(frame, read: PictureRead) -> None:
    assert look_closer(frame, read, NOWHERE, lambda _: pytest.fail("looked")) is read


def test_what_shows_no_more_from_nearer_stays(frame) -> None:
    read = read_of(card(1000, 1000, 400, sure=False))
    assert look_closer(frame, read, NOWHERE, lambda _: read_of(card(0, 0, 40, sure=True))) is read
    many = np.tile(np.array([[1000, 1000]], np.float32), (12, 1))
    assert look_closer(frame, read, many, lambda _: read_of()).issue == "far", "silence is no answer"


def test_where_no_card_is_found_the_likely_places_are_looked_at(frame) -> None:
    places = np.array([[2000, 1500], [2100, 1600], [2200, 1700]], np.float32)
    closer = look_closer(
        frame, read_of(), places, lambda _: read_of(*(card(50 * n, 0, 40, sure=True) for n in range(5)))
    )
    assert len(closer.cards) == 5


@pytest.mark.parametrize("width", first_in_gate([4000, 8000], 1))
def test_cards_in_a_corner_of_a_large_picture_are_read(width: int) -> None:
    source = SyntheticSource("1")
    source.arrange("hanafuda", [CARDS, []])
    table = source.read(1)
    assert table is not None
    height, scale = width * 3 // 4, width / 4 / table.shape[1]
    small = cv2.resize(table, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    picture = np.full((height, width, 3), small.reshape(-1, 3).mean(axis=0).astype(np.uint8), np.uint8)
    top, left = height // 3, width // 3
    picture[top : top + small.shape[0], left : left + small.shape[1]] = small
    read = with_issue(read_picture(picture, "hanafuda"), picture)
    named = {each.card for each in read.cards if each.sure}
    assert len(named & set(CARDS)) >= len(CARDS) - 1 or read.issue in {"far", "no_card"}


def test_few_small_cards_are_said_to_be_too_small(frame) -> None:
    assert with_issue(read_of(card(0, 0, 60, sure=True)), frame).issue == "far"
    assert with_issue(read_of(card(0, 0, 200, sure=True)), frame).issue == ""
    assert with_issue(read_of(*(card(100 * n, 0, 60, sure=True) for n in range(8))), frame).issue == ""
    assert with_issue(read_of(), frame).issue == "dark"
    assert decode(encode_jpeg(frame[:100, :100])).shape == (100, 100, 3)
