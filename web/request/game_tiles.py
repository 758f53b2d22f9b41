"""The games as tiles to choose from, and the people known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorer.decks import decks
from scorer.games import games
from scorer.person_names import fold_name
from scorer.rules.game import Game
from web.context import context
from web.session.validators import DEFAULT_GAME

RECENT_EVENINGS = 5
"""Evenings whose games stand first and whose people are offered: of some weeks, and quickly read."""
_FAN = 3
"""Cards of a tile."""
_MOST_NAMES = 12
"""Names offered: of two tables."""


@dataclass(frozen=True, slots=True)
class GameTile:
    """One game to choose: how many people play it, and a few of its cards."""

    game: Game
    fewest: int
    most: int
    cards: tuple[str, ...]


def game_tiles(first: str = "") -> list[GameTile]:
    """Every game, the one of that key first, then those last played, the newest first."""
    keys = [first, *_games_played(), DEFAULT_GAME, *games()]
    order = [key for key in dict.fromkeys(keys) if key in games()]
    fans = _fans(tuple(games()))
    return [_tile(games()[key], fans[key]) for key in order]


def people_known(seated: Sequence[str] = ()) -> list[str]:
    """Names to offer: of those `seated`, of the phones here, of recent evenings. Each once, whatever its case."""
    ctx = context()
    played = [part.name for evening in ctx.archive.recent(RECENT_EVENINGS) for part in evening.people]
    names = (*seated, *(phone.name for phone in ctx.phones.all() if phone.name), *played)
    known: dict[str, str] = {}
    for name in names:
        known.setdefault(fold_name(name), name)
    return list(known.values())[:_MOST_NAMES]


def _games_played() -> list[str]:
    """Keys of the games that were played last, the newest first."""
    now = context().service.session
    running = [game.game for game in reversed(now.games)] if now else []
    return running + [
        key for evening in context().archive.recent(RECENT_EVENINGS) for key, _ in reversed(evening.games)
    ]


def _tile(rules: Game, cards: tuple[str, ...]) -> GameTile:
    fewest, most = (seats * rules.people_per_seat for seats in (rules.seats[0], rules.seats[-1]))
    return GameTile(rules, fewest, most, cards)


@lru_cache(maxsize=4)
def _fans(keys: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """A few cards of every game: a hand that it knows, with as few as possible that stand for another game."""
    found: dict[str, tuple[str, ...]] = {}
    for key in keys:
        rules, used = games()[key], {card for cards in found.values() for card in cards}
        hands = [each.example for each in rules.classes if len(each.example) >= _FAN]
        if not hands:
            deck, options = decks()[rules.decks[0]], rules.resolve_options({})
            faces = rules.cards_in_play(deck, options)
            rows = [row for _, row in deck.groups_of(faces)]
            # The dearest of each row of the deck, such as king, queen and jack.
            hands = [
                tuple(sorted(row, key=lambda code: -(rules.points_of(deck.faces[code], options) or 0))[:_FAN])
                for row in rows
            ]
        found[key] = min((hand[:_FAN] for hand in hands), key=lambda hand: len(used & {*hand}))
    return found
