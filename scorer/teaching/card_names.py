"""The faces of a deck with their names and their points in each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorer.cards import KIND_NAMES, Deck, Face
from scorer.games import games
from scorer.texts import Name


@dataclass(frozen=True, slots=True)
class NamedFace:
    """One face with the words for it.

    `group` is its month's flower, rank or suit. `points_by_game` holds its points by game key. It leaves out a game
    that does not use the deck, that removes the card under its default rules, or in which no card counts any.
    """

    face: Face
    group: Name
    points_by_game: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """Code, names, number, group, kind and points."""
        return {
            "card": self.face.code,
            "name": self.face.name.as_json(),
            "number": self.face.number,
            "group": self.group.as_json(),
            "kind": KIND_NAMES[self.face.kind].as_json(),
            "counts": self.points_by_game,
        }


def named_faces(deck: Deck) -> tuple[NamedFace, ...]:
    """Every face of the deck, group by group.

    >>> from scorer.decks import decks
    >>> moon = next(named for named in named_faces(decks()["hanafuda"]) if named.face.code == "h08-1")
    >>> moon.group.ja, moon.points_by_game["otoroku"], moon.face.name.kana
    ('芒', 8, 'すすきにつき')
    """
    deck_games = [(game, game.resolve_options({})) for game in games().values() if deck.kind in game.decks]
    named = []
    for group, codes in deck.all_groups:
        for code in codes:
            face = deck.faces[code]
            points_by_game = {
                game.key: points
                for game, options in deck_games
                if code in game.cards_in_play(deck, options) and (points := game.points_of(face, options)) is not None
            }
            named.append(NamedFace(face, group, points_by_game))
    return tuple(named)
