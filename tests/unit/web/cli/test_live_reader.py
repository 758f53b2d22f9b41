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
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(scanner.reader, "read_region", lambda *words, **_: calls.append(words))
    return calls


def card(code: str, x: float, confidence: float, *, sure: bool) -> CardRead:
    return CardRead(code, confidence, sure, "up", ((x, 0.0), (x + 50, 0.0), (x + 50, 80.0), (x, 80.0)))


def test_the_surest_card_is_read_again_and_the_other_sure_ones_are_known(asked: list[tuple[Any, ...]]) -> None:
    first, second, unsure = (
        card("h01-1", 100, 0.99, sure=True),
        card("h02-1", 300, 0.9, sure=True),
        card("h03-1", 500, 1.0, sure=False),
    )
    read_around_card(FRAME, "hanafuda", PictureRead(800, 600, "hanafuda", 1.0, (first, second, unsure)))
    ((_, deck, region, known, places, *_),) = asked
    assert (deck, region, known, places) == ("hanafuda", (60, 0, 190, 120), [second], (first,))


def test_an_empty_table_is_read_whole(asked: list[tuple[Any, ...]]) -> None:
    read_around_card(FRAME, "hanafuda", PictureRead(800, 600, "hanafuda", 1.0, ()))
    assert asked[0][2] == (0, 0, 800, 600)
