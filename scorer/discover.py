"""Games and decks are found, never listed: one file each in `scorer.games` and `scorer.decks`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from scorer import decks as decks_package
from scorer import games as games_package
from scorer.cards import Deck
from scorer.errors import Refusal, shown
from scorer.rules.game import Game
from scorer.texts import Text


@cache
def games() -> dict[str, Game]:
    """Every game found, by key, in alphabetical order of its file."""
    found = {}
    for module in pkgutil.iter_modules(games_package.__path__, "scorer.games."):
        game = getattr(importlib.import_module(module.name), "GAME", None)
        if isinstance(game, Game):
            found[game.key] = game
    return found


@cache
def decks() -> dict[str, Deck]:
    """Every deck found, by kind."""
    found = {}
    for module in pkgutil.iter_modules(decks_package.__path__, "scorer.decks."):
        deck = getattr(importlib.import_module(module.name), "DECK", None)
        if isinstance(deck, Deck):
            found[deck.kind] = deck
    return found


def game(key: object) -> Game:
    """The game of that key; `bad_option` when there is none."""
    found = games().get(key) if isinstance(key, str) else None
    if found is None:
        name = shown(key)
        raise Refusal("bad_option", Text(f"there is no game called {name}", f"「{name}」という遊びはありません"))
    return found


@cache
def kinds() -> dict[str, str]:
    """The kind of deck of every card code there is."""
    return {code: deck.kind for deck in decks().values() for code in deck.faces}


def kind_of(code: object) -> str:
    """The kind of deck a card code belongs to; `unknown_card` when no deck has it.

    >>> kind_of("h08-1")
    'hanafuda'
    """
    kind = kinds().get(code) if isinstance(code, str) else None
    if kind is None:
        name = shown(code)
        raise Refusal(
            "unknown_card", Text(f"there is no card {name}", f"「{name}」という札はありません"), cards=(name,)
        )
    return kind
