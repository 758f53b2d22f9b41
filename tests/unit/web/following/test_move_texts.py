"""Moves in words, in both languages, with and without a name."""

from __future__ import annotations

import pytest

from scorer.decks import decks
from scorer.following.play_event import PlayEvent
from web.following.move_texts import move_text

SEATS = ("Aki", "Emi")


@pytest.mark.parametrize(
    ("move", "en", "ja"),
    [
        (PlayEvent(0.0, "laid", 1, "h01-1"), "Emi lays the pine crane.", "Emiが松に鶴を出しました。"),
        (PlayEvent(0.0, "laid", None, None), "On the table: a card face down.", "場に伏せた札が出ました。"),
        (PlayEvent(0.0, "taken", 7, "h01-1"), "Taken: the pine crane.", "松に鶴が取られました。"),
        (PlayEvent(0.0, "lost", None, None), "Table and record disagree.", "卓と記録が合いません。"),
        (PlayEvent(0.0, "found", None, None), "Table and record agree again.", "卓と記録がまた合いました。"),
    ],
)
def test_a_move_in_words(move: PlayEvent, en: str, ja: str) -> None:
    text = move_text(move, SEATS, decks()["hanafuda"])
    assert (text.en, text.ja) == (en, ja)


@pytest.mark.parametrize("event", ["laid", "turned", "taken", "moved", "retracted"])
def test_every_move_has_words(event: str) -> None:
    for seat in (0, None):
        assert move_text(PlayEvent(0.0, event, seat, "h01-1"), SEATS, decks()["hanafuda"]).ja
