"""読み方 yomikata: what reads an evening's cards: the recogniser that comes with the program, or an enrolled deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scanner.enrolled.store import EnrolledDeck, list_decks
from web.context import context
from web.session.deck_choice import DECK_SETTING, resolve_deck
from web.session.service import Change
from web.session.validators import parse_game_start, parse_opening


def enrolled_decks() -> tuple[EnrolledDeck, ...]:
    """The decks enrolled at this table, by name."""
    data = context().settings.data_dir
    return list_decks(data) if data else ()


def open_evening(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Opens the evening asked for; `deck` may also name an enrolled deck, which then reads its cards."""
    told, deck = _resolve_enrolled(data)
    return _remember_deck(deck, context().service.open_evening(parse_opening(told), change))


def begin_game(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Begins another game in the same evening, its `deck` as `open_evening` takes it."""
    told, deck = _resolve_enrolled(data)
    return _remember_deck(deck, context().service.begin_game(parse_game_start(told), change))


def _resolve_enrolled(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The same with a kind for its deck, and the name of the enrolled deck that was meant, if one was."""
    deck = next((one for one in enrolled_decks() if one.name == data.get("deck")), None)
    return ({**data, "deck": deck.kind}, deck.name) if deck else (data, "")


def _remember_deck(deck: str, receipt: dict[str, Any]) -> dict[str, Any]:
    table = context()
    table.store.set_setting(DECK_SETTING, {"evening": table.service.evening_id, "deck": deck})
    return receipt


def current_deck() -> str:
    """What the eyes are to read this evening's cards as: a kind, or the name of an enrolled deck.

    `no_evening` before there is one; `no_model` when the enrolled deck is no longer there.
    """
    table = context()
    return resolve_deck(table.settings, table.store, table.service)
