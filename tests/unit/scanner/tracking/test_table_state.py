"""The table as the worker's message, and back."""

from __future__ import annotations

import json

import pytest

from scanner.reads import Alternative, CardRead, PictureRead
from scanner.tracking.table_state import TableChange, TableState, TrackedCard

CORNERS = ((10.0, 20.0), (30.0, 20.0), (30.0, 60.0), (10.0, 60.0))
FACE = CardRead("h01-1", 0.75, False, "up", CORNERS, (Alternative("h02-1", 0.125),), "glare")
BACK = CardRead(None, 1.0, True, "down", CORNERS)
STATE = TableState(
    3, 12.5, 960, 540, "hanafuda",
    (TrackedCard(1, FACE, 10.0, is_covered=True), TrackedCard(7, BACK, 12.5)),
    tuple(TableChange(7, kind, None, 12.5) for kind in ("appeared", "gone", "moved", "turned")),
)  # fmt: skip


def test_a_state_comes_back_from_its_message() -> None:
    assert TableState.from_json(json.loads(json.dumps(STATE.as_json()))) == STATE
    empty = TableState(0, 0.0, 0, 0, "hanafuda")
    assert TableState.from_json(empty.as_json()) == empty


def test_a_message_has_the_keys_that_the_page_reads() -> None:
    message = STATE.as_json()
    assert {key: message[key] for key in ("version", "at", "width", "height", "deck")} == {
        "version": 3, "at": 12.5, "width": 960, "height": 540, "deck": "hanafuda",
    }  # fmt: skip
    assert message["cards"][0] == {"number": 1, "since": 10.0, "covered": True, "read": FACE.as_json()}
    assert message["cards"][1]["covered"] is False
    assert message["changes"][0] == {"number": 7, "kind": "appeared", "card": None, "at": 12.5}


def test_the_cards_are_a_read_of_the_picture() -> None:
    assert STATE.as_read() == PictureRead(960, 540, "hanafuda", 0.0, (FACE, BACK))


@pytest.mark.parametrize("key", ["version", "at", "width", "height", "deck", "cards", "changes"])
def test_a_message_without_one_of_its_parts_is_refused(key: str) -> None:
    message = STATE.as_json()
    del message[key]
    with pytest.raises(KeyError, match=key):
        TableState.from_json(message)


@pytest.mark.parametrize("change", [{"at": "soon"}, {"at": None}, {"cards": 3}, {"cards": [None]}, {"changes": [[]]}])
def test_a_message_with_other_values_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        TableState.from_json(STATE.as_json() | change)
