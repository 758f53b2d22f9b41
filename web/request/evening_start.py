"""読み方 yomikata: what reads an evening's cards: the recogniser that comes with the program, or an enrolled deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scanner.enrolled.store import Shelved, shelf
from web.companion import companion
from web.session.deck_choice import SETTING, read_as
from web.session.service import Change
from web.session.validators import beginning, opening


def own_decks() -> tuple[Shelved, ...]:
    """The decks enrolled at this table, by name."""
    data = companion().settings.data
    return shelf(data) if data else ()


def open_evening(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Opens the evening asked for; `deck` may also name an enrolled deck, which then reads its cards."""
    told, deck = _resolved(data)
    return _read_by(deck, companion().room.open(opening(told), change))


def begin_game(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Begins another game in the same evening, its `deck` as `open_evening` takes it."""
    told, deck = _resolved(data)
    return _read_by(deck, companion().room.begin(beginning(told), change))


def _resolved(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The same with a kind for its deck, and the name of the enrolled deck that was meant, if one was."""
    deck = next((one for one in own_decks() if one.name == data.get("deck")), None)
    return ({**data, "deck": deck.kind}, deck.name) if deck else (data, "")


def _read_by(deck: str, receipt: dict[str, Any]) -> dict[str, Any]:
    table = companion()
    table.store.remember(SETTING, {"evening": table.room.evening, "deck": deck})
    return receipt


def deck_read() -> str:
    """What the eyes are to read this evening's cards as: a kind, or the name of an enrolled deck.

    `no_evening` before there is one; `no_model` when the enrolled deck is no longer there.
    """
    table = companion()
    return read_as(table.settings, table.store, table.room)
