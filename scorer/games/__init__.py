"""Games, discovered: one file or folder of this folder holds one game as `GAME`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from scorer.errors import Refusal, safe_repr
from scorer.rules.game import Game
from scorer.texts import Text


@cache
def games() -> dict[str, Game]:
    """Every game found, by key, in alphabetical order of its file."""
    found = {}
    for module in pkgutil.iter_modules(__path__, f"{__name__}."):
        game = getattr(importlib.import_module(module.name), "GAME", None)
        if isinstance(game, Game):
            found[game.key] = game
    return found


def game(key: object) -> Game:
    """The game of that key; `bad_option` when there is none."""
    found = games().get(key) if isinstance(key, str) else None
    if found is None:
        name = safe_repr(key)
        raise Refusal("bad_option", Text(f"there is no game called {name}", f"「{name}」という遊びはありません"))
    return found
