"""What a watched table reads when one card was laid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import scanner.reader
from scanner.reads import CardRead, PictureRead
from web.cli.live_reader import read_around_card

FRAME = np.zeros((600, 800, 3), np.uint8)


@pytest.fixture
def reader_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(scanner.reader, "read_region", lambda *words, **_: calls.append(words))
    return calls


def card_read(code: str, x: float, confidence: float, *, sure: bool) -> CardRead:
    return CardRead(code, confidence, sure, "up", ((x, 0.0), (x + 50, 0.0), (x + 50, 80.0), (x, 80.0)))


def test_the_surest_card_is_read_again_and_the_other_sure_ones_are_known(reader_calls: list[tuple[Any, ...]]) -> None:
    first, second, unsure = (
        card_read("h01-1", 100, 0.99, sure=True),
        card_read("h02-1", 300, 0.9, sure=True),
        card_read("h03-1", 500, 1.0, sure=False),
    )
    read_around_card(FRAME, "hanafuda", PictureRead(800, 600, "hanafuda", 1.0, (first, second, unsure)))
    ((_, deck, region, known, places, *_),) = reader_calls
    assert (deck, region, known, places) == ("hanafuda", (60, 0, 190, 120), [second], (first,))


def test_an_empty_table_is_read_whole(reader_calls: list[tuple[Any, ...]]) -> None:
    read_around_card(FRAME, "hanafuda", PictureRead(800, 600, "hanafuda", 1.0, ()))
    assert reader_calls[0][2] == (0, 0, 800, 600)
