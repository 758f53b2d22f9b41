"""Registry of games: each file or folder here holds one game as `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from scorer.errors import Refusal, safe_repr
from scorer.nearest_name import with_nearest
from scorer.rules.game import Game
from scorer.wording import shared

_WORDING = shared("games")


@cache
def games() -> dict[str, Game]:
    """Every game by key, in alphabetical order of its file."""
    game_by_key = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        game = getattr(importlib.import_module(module.name), "GAME", None)
        if isinstance(game, Game):
            game_by_key[game.key] = game
    return game_by_key


def game(key: object) -> Game:
    """The game of that key; raises `Refusal` with `bad_option` when there is none."""
    match = games().get(key) if isinstance(key, str) else None
    if match is None:
        said = _WORDING.text("no_such_game", name=safe_repr(key))
        raise Refusal("bad_option", with_nearest(said, key, games()))
    return match
