"""Entries of a ledger survive JSON, and what is no entry is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorer.errors import Refusal
from scorer.session.events import (
    EveningClosed,
    EveningOpened,
    Event,
    GameBegun,
    PlayerJoined,
    PlayerLeft,
    RoundEdited,
    RoundRedone,
    RoundSettled,
    RoundUndone,
    SeatsSwapped,
    StonesBought,
    event_from_json,
)

OPENED = EveningOpened("otoroku", "hanafuda", {"wager": 3}, ("Aki", "Emi"), (30, 20), 1)
EVENTS: list[Event] = [
    OPENED,
    GameBegun("tokotoko", "hanafuda", {}, ("Emi", "Aki")),
    RoundSettled({"hands": []}, {"net": [1, -1]}),
    RoundUndone(2),
    RoundRedone(2),
    RoundEdited(2, ({"of": 2, "round": {}, "settlement": {}},)),
    PlayerJoined("Jun", 0, None),
    PlayerJoined("Rin", 5, 0),
    PlayerLeft("Jun"),
    StonesBought("Jun", 7),
    SeatsSwapped("Aki", "Emi"),
    EveningClosed(),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_comes_back_from_json_as_it_was(event: Event) -> None:
    again = event_from_json(json.loads(json.dumps(event.as_json())))
    assert again == event
    assert type(again) is type(event)


def test_the_first_entry_as_it_is_written() -> None:
    assert OPENED.as_json() == {
        "kind": "opened",
        "game": "otoroku",
        "deck": "hanafuda",
        "options": {"wager": 3},
        "players": ["Aki", "Emi"],
        "stones": [30, 20],
        "dealer": 1,
    }


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "event"},
        {"kind": ["opened"]},
        {"kind": None},
        {"game": 1},
        {"options": []},
        {"players": "Aki"},
        {"players": ["Aki", 2]},
        {"stones": [30, True]},
        {"stones": [1.0, 2.0]},
        {"stones": None},
        {"dealer": None},
        {"dealer": False},
    ],
)
def test_entries_of_another_shape_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="bad_event"):
        event_from_json(OPENED.as_json() | change)


@pytest.mark.parametrize("body", [None, [], "opened", {}, {"kind": "edited", "of": 2, "rounds": [1]}])
def test_what_is_no_entry_at_all(body: object) -> None:
    with pytest.raises(Refusal, match="bad_event"):
        event_from_json(body)
