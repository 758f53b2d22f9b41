"""A fixture that adds the game of a folder, as if it were written anew."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer.games

FOLDER = Path(__file__).parent / "games"
"""Holds one new game; nothing else knows it."""


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of the added game. The game is gone again after the test."""
    monkeypatch.setattr(scorer.games, "__path__", [*scorer.games.__path__, str(FOLDER)])
    scorer.games.games.cache_clear()
    yield "bakappana"
    for module in [name for name in sys.modules if name.startswith("scorer.games.bakappana")]:
        del sys.modules[module]
    scorer.games.games.cache_clear()
