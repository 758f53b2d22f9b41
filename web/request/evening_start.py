"""The start of an evening or a game, and what reads its cards.

That is the recogniser of the deck's kind, which comes with the program, or an enrolled deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scanner.enrolled.store import EnrolledDeck, list_decks
from web.context import context
from web.request.rule_sets import remember_rules
from web.request.snapshot import publish_snapshot
from web.session.deck_choice import DECK_SETTING, resolve_deck
from web.session.service import Change
from web.session.validators import parse_game_start, parse_opening


def enrolled_decks() -> tuple[EnrolledDeck, ...]:
    """The decks enrolled at this table, by name."""
    data_dir = context().settings.data_dir
    return list_decks(data_dir) if data_dir else ()


def open_evening(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Open an evening. Its `deck` may also name an enrolled deck, which then reads the cards."""
    opening, deck_name = _resolve_enrolled(data)
    event = parse_opening(opening)
    receipt = context().service.open_evening(event, change)
    remember_rules(event.game, event.options)
    return _remember_deck(deck_name, receipt)


def open_demo(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Open an evening in which the synthetic table deals. Raises `no_demo` for any other table."""
    ctx = context()
    ctx.camera.require_demo_table()
    receipt = open_evening(data, change)
    ctx.camera.mark_demo()
    publish_snapshot(ctx)
    return receipt


def set_demo(*, on: bool) -> None:
    """Have the synthetic table deal in the evening under way, or no longer. Raises `no_demo` for any other table."""
    context().camera.require_demo_table()
    context().camera.mark_demo(on=on)
    publish_snapshot(context())


def begin_game(data: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Begin another game in the same evening, with a `deck` as in `open_evening`.

    `demo` says whether the synthetic table deals from now on; without it this stays as it is.
    """
    opening, deck_name = _resolve_enrolled(data)
    start = parse_game_start(opening)
    receipt = context().service.begin_game(start, change)
    remember_rules(start.game, start.options)
    if "demo" in data:
        set_demo(on=data["demo"])
    return _remember_deck(deck_name, receipt)


def begin_same_game(change: Change) -> dict[str, Any]:
    """Begin the game of the evening once more: its people, deck and house rules. Who would deal next deals first."""
    ctx = context()
    with ctx.service.lock:
        session, deck = ctx.service.require_session(), current_deck()
        present = sorted(session.present)
        dealer = present.index(session.dealer) if session.dealer in present else 0
        data = {
            "game": session.game,
            "deck": deck,
            "options": dict(session.options),
            "players": [session.players[player] for player in present],
            "dealer": dealer,
        }
        return begin_game(data, change)


def _resolve_enrolled(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The data with a kind as its deck, and the name of the enrolled deck it named ("" when it named a kind)."""
    deck = next((enrolled for enrolled in enrolled_decks() if enrolled.name == data.get("deck")), None)
    return ({**data, "deck": deck.kind}, deck.name) if deck else (data, "")


def _remember_deck(deck_name: str, receipt: dict[str, Any]) -> dict[str, Any]:
    ctx = context()
    ctx.store.set_setting(DECK_SETTING, {"evening": ctx.service.evening_id, "deck": deck_name})
    return receipt


def current_deck() -> str:
    """What the scanner reads this evening's cards as: a kind, or the name of an enrolled deck.

    Raises `no_evening` before the first evening, `no_model` when the enrolled deck is gone.
    """
    ctx = context()
    return resolve_deck(ctx.settings, ctx.store, ctx.service)
