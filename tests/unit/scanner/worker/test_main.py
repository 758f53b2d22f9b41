"""Answers of the worker: reads, refusals, faults of reader or source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.imaging.decode import decode, encode_jpeg
from scanner.reads import CardRead, PictureRead
from scanner.sources import HEALTHY, Health, Source
from scanner.worker import __main__ as worker_module
from scanner.worker.__main__ import Worker
from scorer.texts import Text

BROKEN = Health(ok=False, message=Text("No camera.", "カメラなし。"), advice=Text("Plug it in.", "挿してください。"))


class GraySource(Source):
    """A source of one grey picture, again and again, or of none."""

    def __init__(self, frame: NDArray[np.uint8] | None = None) -> None:
        super().__init__()
        self.frame, self.piles = frame, list[Any]()

    def arrange(self, deck: str, piles: Sequence[Sequence[str]] | None) -> None:
        self.piles.append((deck, piles))

    def read(self, timeout: float) -> NDArray[np.uint8] | None:
        return self.frame

    def health(self) -> Health:
        return BROKEN if self.frame is None else HEALTHY


def read_two_cards(frame: NDArray[np.uint8], deck: str) -> PictureRead:
    """Read one card in the left half and one in the right half of any picture."""
    height, width = frame.shape[:2]
    cards = []
    for left in (0, width / 2):
        corners = ((left, 0.0), (left + width / 2, 0.0), (left + width / 2, height), (left, height))
        cards.append(CardRead("h01-1", 0.9, True, "up", corners))
    return PictureRead(width, height, deck, 1.0, tuple(cards))


def reader_that_raises(error: Exception) -> Callable[..., PictureRead]:
    def read(frame: NDArray[np.uint8], deck: str) -> PictureRead:
        raise error

    return read


def gray_frame(width: int, height: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), 90, np.uint8)


def test_a_large_picture_is_shown_smaller_and_its_corners_fit_what_is_shown() -> None:
    answer, jpeg = Worker(GraySource(), read_two_cards).handle(
        {"id": 3, "op": "read", "deck": "hanafuda"}, encode_jpeg(gray_frame(2400, 1200))
    )
    read = PictureRead.from_json(answer["read"])
    assert (answer["id"], read.width, read.height, read.deck) == (3, 1920, 960, "hanafuda")
    assert decode(jpeg).shape == (960, 1920, 3)
    assert read.cards[1].corners[2] == (1920.0, 960.0)
    assert answer["says"] == {"en": "No camera. Plug it in.", "ja": "カメラなし。挿してください。"}


def test_the_table_is_arranged_and_cards_outside_the_play_area_are_left_out() -> None:
    source = GraySource(gray_frame(400, 200))
    request = {"id": 1, "op": "look", "deck": "hanafuda", "lay": [["h01-1"], []]}
    area = [[0, 0], [0.5, 0], [0.5, 1], [0, 1]]
    answer, _ = Worker(source, read_two_cards).handle({**request, "cloth": area}, b"")
    assert [card.corners[0] for card in PictureRead.from_json(answer["read"]).cards] == [(0.0, 0.0)]
    assert source.piles == [("hanafuda", [["h01-1"], []])]
    assert answer["says"] is None


@pytest.mark.parametrize(
    ("frame", "reader", "op", "code", "words"),
    [
        (None, read_two_cards, "look", "no_picture", "Plug it in"),
        (gray_frame(400, 200), None, "look", "scanner_down", "install Fudayomi again"),
        (gray_frame(400, 200), None, "glance", "scanner_down", "install Fudayomi again"),
        (gray_frame(400, 200), reader_that_raises(KeyError("x")), "look", "bad_image", "could not be read"),
        (gray_frame(400, 200), reader_that_raises(MemoryError()), "look", "bad_image", "memory"),
        (None, read_two_cards, "read", "bad_image", ""),
    ],
)
def test_whatever_fails_is_refused_with_its_reason(
    frame: NDArray[np.uint8] | None, reader: Callable[..., PictureRead] | None, op: str, code: str, words: str
) -> None:
    request = {"id": 1, "op": op, "deck": "hanafuda", "lay": None, "cloth": None, "known": 0, "live": False}
    answer, jpeg = Worker(GraySource(frame), reader).handle(request, b"no picture")
    assert answer["refusal"]["error"]["code"] == code
    assert words in answer["refusal"]["error"]["message"]["en"]
    assert jpeg == b""


def test_a_ping_is_answered_with_its_number_alone() -> None:
    assert Worker(GraySource(gray_frame(40, 40)), read_two_cards).handle({"id": 9, "op": "ping"}, b"") == (
        {"id": 9, "says": None},
        b"",
    )


def test_a_reader_is_loaded_with_the_folder_of_enrolled_decks(tmp_path: Path) -> None:
    assert worker_module._load_reader("scanner.there_is_none", None) == (None, None)
    read, region = worker_module._load_reader("scanner.reader", tmp_path)
    assert region is not None
    assert read is not None
    assert read.keywords == region.keywords == {"data": tmp_path}  # type: ignore[attr-defined]
